// Makes a passkey, or signs in with one: the server says what is to be signed, and checks it.

import { answerTo } from "./asking.js";
import { forget } from "./notified.js";

const problem = document.getElementById("problem");

function ask(address, values) {
  const headers = { "Content-Type": "application/json" };
  return answerTo(address, { headers, body: JSON.stringify(values) }, problem.dataset.failed);
}

async function use(form) {
  const values = Object.fromEntries(new FormData(form));
  const address = `/name/${form.dataset.passkey}`;
  const options = await ask(`${address}/options`, values);
  const credential =
    form.dataset.passkey === "sign-in"
      ? await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })
      : await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
        });
  await ask(address, { ...values, credential: credential.toJSON() });
  location.assign("/name");
}

// Who has signed out is not notified here any more.
document.querySelector("[value=sign-out]")?.addEventListener("click", async (event) => {
  event.preventDefault();
  const button = event.currentTarget;
  await forget().catch(() => {});
  button.form.requestSubmit(button);
});

const supported = "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
document.getElementById("unsupported").hidden = supported;
for (const form of document.querySelectorAll("[data-passkey]")) {
  const button = form.querySelector("button");
  button.disabled = !supported;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    button.disabled = true;
    try {
      await use(form);
    } catch (error) {
      // The browser says no in its own language, the server in ours.
      const isKnown = error.name === "InvalidStateError";
      const { known, refused } = problem.dataset;
      problem.textContent = isKnown ? known : error instanceof DOMException ? refused : error.message;
      // Who closes the window of the browser knows why nothing has happened.
      problem.hidden = error.name === "NotAllowedError";
      button.disabled = false;
    }
  });
}
