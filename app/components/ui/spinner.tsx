/** A decorative spinner. The text next to it says what is in progress. */
export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}
