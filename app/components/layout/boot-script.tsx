import boot from './boot-script.js?compact'
import splash from './splash-script.js?compact'

const BOOT_SCRIPT = import.meta.env.SSR ? boot : ''
/** The script of the splash, on home pages only. */
export const SPLASH_SCRIPT = import.meta.env.SSR ? splash : ''

/**
 * The scripts in the head that run before the first paint, so that nothing flashes or shifts: they set the `js`
 * class, decide whether to defer the web fonts, and on a home page whether to show the splash. After the first
 * frame they apply the stored answer to the cookie notice and synchronize the two copies of the stored market. The
 * Content-Security-Policy allows them by hash; the client bundle does not contain them.
 * Spec: 2 Splash and entry; 4 Splash and cookie notice
 */
export function BootScript({ isHome }: { isHome: boolean }) {
  return (
    <>
      <InlineScript code={BOOT_SCRIPT} />
      {isHome && <InlineScript code={SPLASH_SCRIPT} />}
    </>
  )
}

function InlineScript({ code }: { code: string }) {
  return (
    <script
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own scripts
      dangerouslySetInnerHTML={{ __html: code }}
    />
  )
}
