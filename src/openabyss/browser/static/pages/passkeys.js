// Makes a passkey, or signs in with one: the server says what is to be signed, and checks it.

import { forget } from "./notified.js";

const problem = document.getElementById("problem");

async function ask(address, values) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(values),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message);
  return said;
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
      // Who closes the window of the browser knows why nothing has happened.
      if (error.name !== "NotAllowedError") {
        problem.textContent = error.message;
        problem.hidden = false;
      }
      button.disabled = false;
    }
  });
}
