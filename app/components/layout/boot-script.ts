/**
 * Runs before first paint, so that nothing flashes: marks the page as scripted and remembers an answered cookie notice.
 * Kept small and dependency-free; it is inlined and allowed by its hash.
 */
export const BOOT_SCRIPT = `(function(d,h){h.classList.add("js");try{var c=localStorage.getItem("cookieConsent");if(c)h.dataset.consent=c}catch(e){}})(document,document.documentElement)`
