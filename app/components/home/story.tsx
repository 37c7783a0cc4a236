import { marketPath } from '../../models/market.ts'
import { workshopAlt } from '../content/picture-words.ts'
import { useShop } from '../layout/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

/** The brand's story in two paragraphs. Spec: 2 Home, Brand story section */
export function Story() {
  const { market } = useShop()
  return (
    <section className="story" aria-labelledby="story-title">
      <figure>
        <Picture name="story-scene" sizes="100vw" alt={workshopAlt(market)} />
      </figure>
      <div className="plate">
        <h2 id="story-title">Bought back, and begun again</h2>
        <p>
          A company that made wizard-themed things failed. Our founder bought back the pieces worth saving and
          asked what they could become.
        </p>
        <p>The answer was a box that keeps a secret. It belongs to no other world but yours.</p>
        <TextLink to={marketPath(market, '/about')}>
          Read our story <Icon name="arrow" />
        </TextLink>
      </div>
    </section>
  )
}
