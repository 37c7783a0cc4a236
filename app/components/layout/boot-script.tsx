import boot from './boot-script.js?compact'
import splash from './splash-script.js?compact'

const BOOT_SCRIPT = import.meta.env.SSR ? boot : ''
/** The script of the splash, which is on home pages only. */
export const SPLASH_SCRIPT = import.meta.env.SSR ? splash : ''

/**
 * Runs before first paint, so that nothing flashes or jumps: marks the page as scripted, and on a home page decides about the
 * splash. After that it remembers whether the cookie notice was answered, and keeps the two copies of the stored market
 * equal. Inlined and allowed by its hash; the browser's bundle does not carry it a second time. Spec: 2 Splash and entry;
 * 4 Splash and cookie notice
 */
export function BootScript({ isHome }: { isHome: boolean }) {
  return (
    <>
      <Inline code={BOOT_SCRIPT} />
      {isHome && <Inline code={SPLASH_SCRIPT} />}
    </>
  )
}

function Inline({ code }: { code: string }) {
  return (
    <script
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own files
      dangerouslySetInnerHTML={{ __html: code }}
    />
  )
}
