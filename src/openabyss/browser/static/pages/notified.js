// Whether this browser is notified when a game waits.

/** Where the id is kept by which the server knows this browser. */
export const KNOWN = "openabyss-notified";

/** End notices in this browser; its service lets the server know. */
export async function forget() {
  localStorage.removeItem(KNOWN);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}
