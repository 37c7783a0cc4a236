import source from './boot-script.js?raw'

/**
 * Runs before first paint, so that nothing flashes or jumps: marks the page as scripted, remembers an answered cookie
 * notice, keeps the two copies of the stored market equal, and decides about the splash. Inlined and allowed by its
 * hash; the browser's bundle does not carry it a second time. Spec: 2 Splash and entry; 4 Splash and cookie notice
 */
export function BootScript() {
  return (
    <script
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? compactScript(source) : '' }}
    />
  )
}

/** Without the indentation and line ends that nobody reads. */
export function compactScript(code: string): string {
  return code.replace(/^\s+/gm, '')
}
