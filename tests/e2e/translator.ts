/** Wraps every text, as Chromium's translation does. Runs in the page. */
export function translate() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style, noscript, svg')) continue
    const words = document.createElement('font')
    words.textContent = text.data
    text.replaceWith(words)
  }
}
