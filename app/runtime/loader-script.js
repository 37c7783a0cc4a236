;((doc) => {
  const plan = JSON.parse(doc.getElementById('page-plan').textContent)
  const signs = ['pointerdown', 'pointermove', 'scroll', 'keydown', 'focusin']
  const address = () => `${location.pathname.replace(/\/$/, '/_')}.data${location.search}`
  const page = () => location.pathname + location.search
  const first = page()
  const ask = (count) => {
    for (const href of plan.imports.splice(0, count)) {
      const link = doc.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      doc.head.append(link)
    }
  }
  let begun
  const begin = () => {
    if (begun) return
    begun = true
    ask(9)
    window.__shop = {
      data: plan.data ? new Response(plan.data) : fetch(address(), { priority: 'low' }),
      routes: plan.routes.map(([id, urls]) => [id, urls.map((url) => import(url))]),
      manifest: import(plan.manifest),
    }
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
  // After the first paint, but for the two that are largest: a connection more is all that they take from the first
  // picture, and what is on its way takes long to come.
  const soon = () => {
    requestAnimationFrame(() => {
      ask(2)
      setTimeout(begin)
    })
    setTimeout(begin, 500)
  }
  for (const sign of signs) addEventListener(sign, begin, { once: true, capture: true, passive: true })
  let kept
  try {
    kept = /"quantity"/.test(localStorage['wizard-box-cart'])
  } catch {}
  if (plan.when === 'need' && !kept) setTimeout(begin, 20000)
  else soon()
})(document)
