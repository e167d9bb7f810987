// Copies a link to the clipboard. Without this the field can be selected and copied by hand.

for (const button of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  const label = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "✓";
    setTimeout(() => {
      button.textContent = label;
    }, 1500);
  });
}
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
}
