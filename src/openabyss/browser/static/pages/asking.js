// Asks the server for something; what goes wrong is said in the language of the page.

/**
 * What the server answers. Raises an Error with its refusal, or with `failed` if nothing of it arrives.
 * @param {string} address
 * @param {RequestInit} request
 * @param {string} failed
 */
export async function answerTo(address, request, failed) {
  let answer, said;
  try {
    answer = await fetch(address, { method: "POST", ...request });
    said = await answer.json();
  } catch {
    throw new Error(failed);
  }
  if (!answer.ok) throw new Error(said.message);
  return said;
}
