"""What is given to operators fits the server: names of settings, of metrics and of files."""

import argparse
import json
import re
from pathlib import Path

from prometheus_client import generate_latest

from openabyss.cli import COMMANDS
from openabyss.server.http.serve_command import add_serve_arguments
from openabyss.server.metrics import Metrics

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
# What is looked up, and what the client counts of the process.
LOOKED_UP = {"openabyss_sockets", "openabyss_tables", "openabyss_computers_waiting", "openabyss_pool_waiting"}
OF_THE_PROCESS = {"process_cpu_seconds_total", "process_resident_memory_bytes"}


def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    counted = generate_latest(Metrics().registry).decode()
    families = set(re.findall(r"^# TYPE (\S+)", counted, re.MULTILINE)) | LOOKED_UP
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"(?:openabyss|process)_\w+", target["expr"])
    }
    assert {re.sub("_(bucket|count|sum)$", "", name) for name in asked} == (families | OF_THE_PROCESS) - {
        name for name in families if name.endswith("_created")
    }


def test_settings_of_the_deployment_are_documented() -> None:
    documented = (ROOT / "docs" / "server.md").read_text()
    for path in (ROOT / "compose.yaml", ROOT / "Dockerfile", *DEPLOY.iterdir()):
        for name in re.findall(r"OPENABYSS_[A-Z_]+", path.read_text()):
            assert f"`{name}" in documented, path


def test_the_proxy_and_the_addresses_that_are_trusted_are_in_one_network() -> None:
    compose = (ROOT / "compose.yaml").read_text()
    (trusted,) = re.findall(r"OPENABYSS_PROXIES: (\S+)", compose)
    assert f"subnet: {trusted}" in compose
    assert "./deploy/Caddyfile:" in compose


def test_the_unit_starts_the_server_with_arguments_that_there_are() -> None:
    (started,) = re.findall("^ExecStart=(.*)$", (DEPLOY / "openabyss.service").read_text(), re.MULTILINE)
    command, name, *arguments = started.split()
    assert (Path(command).name, name) == ("openabyss", "serve")
    parser = argparse.ArgumentParser()
    add_serve_arguments(parser)
    assert parser.parse_args(arguments).port == 8400


def test_the_pool_is_started_with_a_command_that_there_is() -> None:
    unit, compose = (DEPLOY / "openabyss-worker.service").read_text(), (ROOT / "compose.yaml").read_text()
    assert "worker" in COMMANDS
    assert re.findall("^ExecStart=.*/(openabyss .*)$", unit, re.MULTILINE) == ["openabyss worker"]
    assert 'command: ["openabyss", "worker"]' in compose
    assert 'OPENABYSS_POOL: "1"' in compose
