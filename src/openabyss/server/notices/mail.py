"""E-mail, sent by the mail server that the settings name."""

import asyncio
import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from openabyss.server.logging import log_warning
from openabyss.server.notices.webhooks import THREADS, Outcome
from openabyss.server.settings import Settings

SECONDS = 10.0
# What says that there is no such address: the enhanced codes for it (RFC 3463), and where a server gives
# none, what most of them write. 5.1.0, 5.1.7 and 5.1.8 are about senders.
NO_ADDRESS = re.compile(rb"5\.1\.(1|2|3|6|10)\b")
ENHANCED = re.compile(rb"[245]\.\d+\.\d+\b")
NOBODY = re.compile(rb"no such user|unknown user|user unknown", re.IGNORECASE)
PERMANENT = range(500, 600)


class _Policy(EmailPolicy):
    """The usual one, but the address of a page stays whole: of one that is too long for a line, it would make
    encoded words, which are not allowed there (RFC 2369, section 2)."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name == "List-Unsubscribe":
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


async def send(n: str, to: str, subject: str, text: str, stop: str, settings: Settings) -> Outcome:
    """Hand a letter over to the mail server. n: the same for every attempt, so that mail programs show it
    once. stop: where its reader can unsubscribe."""
    message, domain = EmailMessage(_Policy()), settings.mail_from.rpartition("@")[2].strip(">")
    headers = {
        "From": settings.mail_from,
        "To": to,
        "Subject": subject,
        "Date": formatdate(),
        "Message-ID": f"<{n}@{domain or 'openabyss'}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    for name, value in headers.items():
        message[name] = " ".join(value.split())
    message.set_content(text)
    return await asyncio.get_running_loop().run_in_executor(THREADS, _send, message, settings.smtp)


def _send(message: EmailMessage, address: str) -> Outcome:
    found = urlsplit(address)
    try:
        server = _connect(found.scheme, found.hostname or "", found.port or 0)
    except (OSError, smtplib.SMTPException) as error:
        return _failed(error, Outcome.REFUSED)
    try:
        if found.username:
            server.login(unquote(found.username), unquote(found.password or ""))
        server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        if all(_is_gone(*refusal) for refusal in error.recipients.values()):
            return Outcome.GONE
        return _failed(error, Outcome.REFUSED)
    except (smtplib.SMTPResponseException, smtplib.SMTPNotSupportedError) as error:
        return _failed(error, Outcome.REFUSED)
    except (OSError, smtplib.SMTPException) as error:
        return _failed(error, Outcome.UNKNOWN)
    finally:
        server.close()
    return Outcome.SENT


def _is_gone(code: int, text: bytes) -> bool:
    """Whether a refusal says that there is no such address, not that something is not allowed."""
    if code not in PERMANENT:
        return False
    if ENHANCED.match(text):
        return NO_ADDRESS.match(text) is not None
    return NOBODY.search(text) is not None and b"sender" not in text.lower()


def _failed(error: Exception, outcome: Outcome) -> Outcome:
    """The outcome where the mail server is to blame, not the address. The operator should know."""
    code = getattr(error, "smtp_code", None)
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code = next(code for code, _text in error.recipients.values())
    log_warning("the mail server took no e-mail", error=type(error).__name__, code=code)
    return outcome


def _is_this_machine(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _connect(scheme: str, host: str, port: int) -> smtplib.SMTP:
    """A connection, encrypted if the server supports it. A certificate must be valid for the host, except on
    this machine: mail servers often have one there that they have made themselves."""
    context = ssl.create_default_context()
    if _is_this_machine(host):
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if scheme == "smtps":
        return smtplib.SMTP_SSL(host, port or 465, timeout=SECONDS, context=context)
    server = smtplib.SMTP(host, port or 587, timeout=SECONDS)
    server.ehlo_or_helo_if_needed()
    if server.has_extn("starttls"):
        server.starttls(context=context)
    return server
