import { useLocation } from 'react-router'
import { STORE_UNAVAILABLE } from '#app/models/screen-texts.ts'
import { TextLink } from '../page/links.tsx'
import { RichText } from '../page/text.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Lede, Plate } from '../ui/section.tsx'

const MESSAGE = 'grid justify-items-center gap-4 p-gutter text-center'

/** Shown in place of the products while the storefront is unavailable. Spec: 8 Catalogue list failure */
export function StoreUnavailable({ place }: { place: 'home' | 'products' }) {
  const Heading = place === 'home' ? 'h3' : 'h2'
  const { pathname, search } = useLocation()
  const { title, text } = STORE_UNAVAILABLE[place]
  return (
    <Plate className={MESSAGE} role="alert">
      <Heading>{title}</Heading>
      <Lede className="mx-auto">
        <RichText text={text} />
      </Lede>
      <a className={buttonClass({}, 'z-1 mt-3')} href={pathname + search}>
        <Icon name="retry" /> Try again
      </a>
    </Plate>
  )
}

/** A catalogue without products. Spec: 8 Empty list */
export function NoProducts({ level = 3 }: { level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <Plate className={MESSAGE}>
      <Heading>No products found</Heading>
      <Lede className="mx-auto">We are still setting out the stock. Please look in again soon.</Lede>
    </Plate>
  )
}

export function NoMatchingProducts() {
  return (
    <Plate className={MESSAGE}>
      <Lede className="mx-auto">Nothing on this shelf.</Lede>
      <TextLink to="/products">
        See everything <Icon name="arrow" />
      </TextLink>
    </Plate>
  )
}
