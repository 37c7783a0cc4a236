type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** A click with the main button and without modifier keys, which opens a link in this window. */
export function isPlainClick(click: Click): boolean {
  return !(click.button || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
}
