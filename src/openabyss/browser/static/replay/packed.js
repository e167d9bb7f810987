// A record in an address: compressed, in letters that an address may have. It follows the #, which browsers keep
// to themselves, so that a link to a moment holds all that it needs and nothing has to be stored.

/** @param {string} text */
export async function packed(text) {
  const bytes = new Uint8Array(await through(new Blob([text]), new CompressionStream("deflate-raw")));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What was packed. Throws where it is nothing of the kind, or longer than `most` bytes.
 * @param {string} letters
 * @param {number} most
 */
export async function unpacked(letters, most) {
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length > most) throw new RangeError("too long");
  }
  return text + decoder.decode();
}

/**
 * @param {Blob} blob
 * @param {CompressionStream} stream
 */
function through(blob, stream) {
  return new Response(blob.stream().pipeThrough(stream)).arrayBuffer();
}
