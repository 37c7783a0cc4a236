/** A decorative spinner. The text next to it says what is in progress. */
export function Spinner() {
  return (
    <span
      className="size-[1.1em] flex-none animate-turn rounded-full border-2 border-current border-r-transparent"
      aria-hidden="true"
    />
  )
}
