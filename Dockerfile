# The server of OpenAbyss, with the rules compiled into the image.
FROM python:3.11-slim-bookworm AS build
WORKDIR /build
COPY pyproject.toml hatch_build.py README.md LICENSE requirements.lock ./
COPY scripts/catalogues.py scripts/
COPY src src
RUN python -m venv /opt/openabyss \
    && /opt/openabyss/bin/pip install --no-cache-dir -c requirements.lock ".[postgres,passkeys,push]"

FROM python:3.11-slim-bookworm
COPY --from=build /opt/openabyss /opt/openabyss
RUN useradd --create-home --uid 10001 openabyss && install -d -m 700 -o openabyss /data \
    && install -d -o openabyss /var/cache/openabyss
USER openabyss
# A folder that other users find, too: their home is not this one's.
ENV PATH=/opt/openabyss/bin:$PATH OPENABYSS_DATA=/data OPENABYSS_CACHE=/var/cache/openabyss PYTHONUNBUFFERED=1
RUN openabyss compile
VOLUME /data
EXPOSE 8400
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8400/readyz', timeout=4)"]
CMD ["openabyss", "serve", "--host", "0.0.0.0", "--port", "8400", "--no-browser"]
