import { Link } from 'react-router'
import { FOOTER, legalNotes } from '#app/content/frame-words.ts'
import { footerGroups, type NavGroup } from '#app/content/nav-links.ts'
import { DRAWINGS } from '#app/models/drawings.ts'
import { marketPath } from '#app/models/market.ts'
import { BRAND } from '#app/models/page-messages.ts'
import { LateSignupForm } from '../forms/late-forms.tsx'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'

const TITLE = 'font-display text-lg leading-heading tracking-normal text-accent'

/**
 * A collapsible list on narrow viewports; on wide ones always open, under a heading. The list follows its
 * `details`.
 */
function Group({ group }: { group: NavGroup }) {
  const { market } = useShop()
  return (
    <div className="max-md:not-first:border-t max-md:not-first:border-line">
      <h2 className={cn(TITLE, 'mb-3 max-md:hidden')}>{group.label}</h2>
      <details className="group peer md:hidden">
        <summary className={cn(TITLE, 'flex min-h-16 items-center justify-between')}>
          {group.label}
          <Icon name="down" className="transition-transform group-open:rotate-180" />
        </summary>
      </details>
      <ul className="max-md:hidden max-md:pb-4 max-md:peer-open:block">
        {group.links.map((link) => (
          <li key={link.label}>
            {/* Touch needs larger targets than a pointer. */}
            <Link
              className="inline-block py-1.5 text-sm no-underline hover:underline max-md:block max-md:py-2.5 pointer-coarse:py-2.5"
              to={marketPath(market, link.path)}
              prefetch="intent"
            >
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function SmallPrint() {
  const { market, today, company } = useShop()
  return (
    <div className="mt-12 grid gap-2 border-t border-line pt-6 text-hint wrap-anywhere text-quiet [&>p]:max-w-wide">
      {/* The brand until the owner has named the company. */}
      <p>{`© ${today.slice(0, 4)} ${company.legalEntity || BRAND}. All rights reserved.`}</p>
      {legalNotes(market).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

/** Links, signup, tagline and the legal notes of every page. Spec: 2 Footer */
export function Footer() {
  const { market } = useShop()
  return (
    // A page may end within a pixel, and a short one before the window: neither the background below it nor its own
    // edge may be light there. The purchase bar of phones is below it.
    <footer
      data-theme="dark"
      className="-mb-0.5 bg-soot pt-stage pb-10 max-lg:pb-[calc(2.5rem+var(--buybar-height))] shadow-[0_100vmax_0_100vmax_var(--color-soot)] print:hidden"
    >
      <div className="wrap">
        <div className="grid gap-column lg:grid-cols-2-3">
          <div>
            <img
              src={DRAWINGS['logo-lockup-light'].src}
              alt="Wizard Box"
              width="210"
              height="40"
              loading="lazy"
              className="forced-colors:bg-soot forced-colors:forced-color-adjust-none"
            />
            <p className="mt-6 max-w-[16ch] font-display text-subhead leading-heading text-balance">
              {FOOTER.tagline}
            </p>
          </div>
          <div>
            <nav className="grid md:grid-cols-3 md:gap-8" aria-label="Footer">
              {footerGroups(market).map((group) => (
                <Group key={group.label} group={group} />
              ))}
            </nav>
            <div className="mt-10 border-t border-line pt-8">
              <h2 className={cn(TITLE, 'text-ink')}>{FOOTER.signup}</h2>
              <LateSignupForm source="Footer" variant="footer" />
            </div>
          </div>
        </div>
        <SmallPrint />
      </div>
    </footer>
  )
}
