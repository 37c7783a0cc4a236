import { Link } from 'react-router'
import { factsOf } from '../../models/facts.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { SignupForm } from '../forms/signup-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { FAQ, GIFT, type NavGroup, OUR_STORY, SHOP } from './nav-links.ts'
import { useShop } from './use-shop.ts'

const STORE_LINE: Record<Market, string> = {
  us: 'United States store, prices in US dollars, ships to the US only.',
  uk: 'United Kingdom store, prices in pounds sterling, ships to the UK and EU.',
}

const TERMS = '/terms-and-conditions'

function groupsOf(market: Market): readonly NavGroup[] {
  const cancel = { label: 'Cancel an order', path: `${TERMS}#cancel` }
  return [
    { label: 'Shop', links: [...SHOP.links, ...GIFT.links] },
    { label: 'About', links: [OUR_STORY, { label: 'Press', path: '/press' }, FAQ] },
    {
      label: 'Customer Service',
      links: [
        { label: 'Contact', path: '/contact' },
        { label: 'Returns & Refunds', path: `${TERMS}#returns` },
        { label: 'Privacy Policy', path: '/privacy-policy' },
        { label: 'Terms', path: TERMS },
        ...(market === 'uk' ? [cancel] : []),
      ],
    },
  ]
}

/**
 * A collapsible list on narrow viewports; on wide ones always open, under a heading. The list follows its
 * `details`.
 */
function Group({ group }: { group: NavGroup }) {
  const { market } = useShop()
  return (
    <div className="group">
      <h2>{group.label}</h2>
      <details className="fold">
        <summary>
          {group.label}
          <Icon name="down" />
        </summary>
      </details>
      <ul>
        {group.links.map((link) => (
          <li key={link.label}>
            <Link to={marketPath(market, link.path)} prefetch="intent">
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Names the legal entity, or the brand until the entity's name is configured. */
function copyright(market: Market, year: number): string {
  return `© ${year} ${factsOf(market).legalEntity || 'Wizard Box'}. All rights reserved.`
}

function SmallPrint() {
  const { market, year } = useShop()
  const { minimumAge } = factsOf(market)
  return (
    <div className="legal">
      <p>{copyright(market, year)}</p>
      <p>
        Wizard Box is an independent product. It is not affiliated with, endorsed by or connected to any other
        wizard-themed brand or company.
      </p>
      <p>{STORE_LINE[market]}</p>
      <p>Wands contain a small magnet. Dangerous if swallowed. Not for children under {minimumAge}.</p>
    </div>
  )
}

/** Links, signup, tagline and the legal notes of every page. Spec: 2 Footer */
export function Footer() {
  const { market } = useShop()
  return (
    <footer className="foot dark">
      <div className="wrap">
        <div className="cols">
          <div>
            <img src="/art/logo-lockup-light.svg" alt="Wizard Box" width="210" height="40" loading="lazy" />
            <p className="tag">Some Treasures Deserve More Than a Drawer</p>
          </div>
          <div>
            <nav className="groups" aria-label="Footer">
              {groupsOf(market).map((group) => (
                <Group key={group.label} group={group} />
              ))}
            </nav>
            <div className="sign">
              <h2>Stay Connected</h2>
              <SignupForm source="Footer" variant="footer" />
            </div>
          </div>
        </div>
        <SmallPrint />
      </div>
    </footer>
  )
}
