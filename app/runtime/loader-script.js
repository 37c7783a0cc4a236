;((doc) => {
  const plan = JSON.parse(doc.getElementById('page-plan').textContent)
  const signs = ['pointerdown', 'pointermove', 'scroll', 'keydown', 'focusin']
  const address = () => `${location.pathname.replace(/\/$/, '/_')}.data${location.search}`
  const page = () => location.pathname + location.search
  const first = page()
  const preload = (hrefs) => {
    for (const href of hrefs) {
      const link = doc.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      doc.head.append(link)
    }
  }
  // The largest first, what is there in a moment last: a slow line brings six at a time.
  let data
  const ask = () => {
    if (data) return
    preload([plan.entry, ...plan.routes.flatMap(([, urls]) => urls)])
    data = plan.data ? new Response(plan.data) : fetch(address(), { priority: 'high' })
    preload([...plan.imports, plan.manifest])
  }
  let begun
  const begin = () => {
    if (begun) return
    begun = true
    ask()
    window.__shop = { data }
    import(plan.entry)
  }
  doc.addEventListener('DOMContentLoaded', () => {
    // Where the page was when it was left, as the framework remembers it.
    try {
      if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, '')
      const top = JSON.parse(sessionStorage['react-router-scroll-positions'])[history.state.key]
      if (top) scrollTo(0, top)
    } catch {}
  })
  // Somebody who goes back within a document that was loaded anew: until the scripts there is nobody to show the page.
  addEventListener('popstate', () => {
    if (page() !== first && !window.__reactRouterDataRouter) location.reload()
  })
  // Asked for behind the page's first picture (`finishPage`); run after the first paint.
  const soon = () => {
    ask()
    requestAnimationFrame(() => setTimeout(begin))
    setTimeout(begin, 500)
  }
  for (const sign of signs) addEventListener(sign, begin, { once: true, capture: true, passive: true })
  let kept
  try {
    kept = /"quantity"/.test(localStorage['wizard-box-cart'])
  } catch {}
  if (plan.when === 'need' && !kept) {
    // No scripts are in the way of the faces.
    doc.getElementById('faces').removeAttribute('media')
    setTimeout(begin, 20000)
  } else soon()
})(document)
