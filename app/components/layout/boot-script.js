;((doc, html) => {
  const KEY = 'selected_market'
  const attempt = (run) => {
    try {
      return run()
    } catch {}
  }
  const store = (market) => {
    attempt(() => {
      localStorage[KEY] = market
    })
    attempt(() => {
      doc.cookie = `${KEY}=${market}; Path=/; Max-Age=31536000; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
    })
  }
  html.className = 'js'
  // The two web fonts are as large as half the scripts. On a slow network (by the browser's estimate, or because
  // the page took 0.5 s to arrive) the page uses its fallback fonts until it has been hydrated (`loadFonts`).
  // Otherwise the fonts are preloaded, by the links in the first `<noscript>` (`FontFaces`).
  if (performance.now() > 500 || /[23]g/.test(navigator.connection?.effectiveType))
    doc.getElementById('faces').media = 'not all'
  else doc.head.insertAdjacentHTML('beforeend', doc.querySelector('noscript').textContent)
  const known = () => {
    const stored = attempt(() => localStorage[KEY])
    const cookie = /\bselected_market=(u[sk])/.exec(attempt(() => doc.cookie))?.[1]
    const market = cookie || /^u[sk]$/.exec(stored)?.[0]
    if (market && cookie !== stored) store(market)
    return market
  }
  // Opening `localStorage` blocks the browser, so it is read after the first frame. Until then the cookie notice
  // counts as answered, so that it never flashes. Not before the document has been parsed, as requesting a frame
  // makes the browser paint half of it. The empty value also tells the stylesheets that this frame is still to
  // come: the logo and forms below the fold wait for it (`frame.css`, `offscreen-sections.css`).
  html.dataset.consent = ''
  const readStored = () => {
    requestAnimationFrame(() => {
      setTimeout(() => {
        const consent = attempt(() => localStorage.cookieConsent)
        if (consent) html.dataset.consent = consent
        else delete html.dataset.consent
        known()
      })
    })
  }
  doc.addEventListener('DOMContentLoaded', readStored)
  // Back on a page that was left before its scripts had loaded, the notice may have been answered on another one.
  addEventListener('pageshow', readStored)
  // Used by the splash script and by `MarketLine`. `known` reads the stored market and synchronizes its two copies.
  window.shopBoot = { attempt, known, store }
})(document, document.documentElement)
