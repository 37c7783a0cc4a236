// Completes a content page, whose other scripts wait for an interaction: once it has loaded and the browser is idle,
// the footer is rendered on phones too (`offscreen-sections.css`), and pictures are loaded before they are scrolled to.
// The same as `offscreen-sections.ts` and `idle-pictures.ts` do on other pages.
addEventListener('load', () => {
  const { saveData, effectiveType } = navigator.connection ?? {}
  const complete = () => {
    document.querySelector('.foot')?.style.setProperty('content-visibility', 'visible')
    if (saveData || /[23]g$/.test(effectiveType)) return
    for (const picture of document.querySelectorAll('img[loading="lazy"]'))
      if (picture.checkVisibility?.()) picture.loading = 'eager'
  }
  if (window.requestIdleCallback) requestIdleCallback(complete, { timeout: 2000 })
  else setTimeout(complete, 200)
})
