function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement))
    event.preventDefault()
}

/**
 * Ignores the repeats of a held Enter, except in texts. On a button that adds an item, they would close the drawer
 * that opens for it, add the item again, and so on.
 */
export function pressEnterOnce(): void {
  addEventListener('keydown', ignoreHeldEnter)
}
