import { STORY } from '../../content/home-words.ts'
import { marketPath } from '../../models/market.ts'
import { useShop } from '../page/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { Plate } from '../ui/plate.tsx'

/** The brand's story in two paragraphs. Spec: 2 Home, Brand story */
export function Story() {
  const { market } = useShop()
  return (
    <section className="relative mb-14 lg:mb-18" aria-labelledby="story-title">
      <figure>
        <Picture
          name="wands-velvet"
          sizes="100vw"
          className="h-[clamp(24rem,47vw,46rem)] w-full object-cover max-lg:object-[20%_50%] max-md:h-[74vw]"
        />
      </figure>
      {/* On narrow screens below the picture, or it would lie over the wands. */}
      <Plate className="grid justify-items-start gap-4 p-panel max-lg:mx-auto max-lg:-mt-8 max-lg:w-[min(33rem,100%-2*var(--spacing-gutter))] max-2xs:p-5 lg:absolute lg:right-bleed lg:-bottom-18 lg:w-[min(33rem,40%)]">
        <h2 id="story-title" className="text-h2">
          {STORY.title}
        </h2>
        {STORY.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <TextLink to={marketPath(market, '/about')}>
          {STORY.link} <Icon name="arrow" />
        </TextLink>
      </Plate>
    </section>
  )
}
