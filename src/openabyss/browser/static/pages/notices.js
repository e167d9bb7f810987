// Suggests the time zone of this browser.

const zone = document.getElementById("zone");
if (zone instanceof HTMLInputElement && zone.value === "UTC")
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
