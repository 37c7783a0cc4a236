import {
  EDITIONS,
  type Edition,
  editionPicture,
  editionSlug,
  fieldsOfChoice,
  type OptionChoice,
  type ProductChoice,
  wandSlug,
} from '#app/models/option-choice.ts'
import { OBJECT_TEXTS } from '#app/models/picture-texts.ts'
import { PICTURE_TEXTS } from '#app/models/pictures.ts'
import type { Product } from '#app/models/product.ts'
import { CLASSIC_WAND, type WandStyle, wandPicture } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { shownFor } from './choices.tsx'
import { filmSlide, findPicture, pictureSlides, type Slide } from './slides.tsx'

/* Pictures of every choice, of which CSS shows those of the current one, with or without JavaScript. */

/** What is pictured: a volume, and the premium wands on offer. */
type Pictured = { readonly isVol1: boolean; readonly wands: readonly WandStyle[] }

type PictureProps = {
  readonly sizes: string
  readonly isDecorative?: boolean
  readonly className: string
}

/** The box of a volume; of Vol. I in the chosen edition, or Ember before one is chosen. */
function BoxPicture(props: PictureProps & { isVol1: boolean; priority?: boolean }) {
  const { isVol1, isDecorative, priority, ...picture } = props
  if (!isVol1) {
    const alt = isDecorative ? undefined : PICTURE_TEXTS['box-vol2-closed']
    return <Picture name="box-vol2-closed" alt={alt} priority={priority} {...picture} />
  }
  return EDITIONS.map((edition) => {
    const name = editionPicture(edition)
    const shown =
      edition === 'Ember'
        ? 'hidden edition-ember:block edition-none:block'
        : shownFor({ edition: editionSlug(edition) })
    return (
      <Picture
        key={edition}
        name={name}
        alt={isDecorative ? undefined : OBJECT_TEXTS[name]}
        {...picture}
        className={cn(picture.className, shown)}
      />
    )
  })
}

/** Wands, each with the classes that show it. */
function WandPictures(props: PictureProps & { wands: readonly (readonly [WandStyle, shown: string])[] }) {
  const { wands, isDecorative, className, sizes } = props
  return wands.map(([wand, shown]) => {
    const name = wandPicture(wand)
    const alt = isDecorative ? undefined : OBJECT_TEXTS[name]
    return <Picture key={shown} name={name} alt={alt} sizes={sizes} className={cn(className, shown)} />
  })
}

/** The box on an option's card, moved aside for a wand: the chosen one, or Dragon & Oak before one is chosen. */
export function OptionPicture({ option, isVol1, wands }: Pictured & { option: OptionChoice }) {
  const box = cn('absolute inset-1/12 size-5/6 object-contain', option !== 'box-only' && '[translate:-8.3%]')
  const chosen = wands.map((wand) => [wand, shownFor({ wand: wandSlug(wand) })] as const)
  const shown = {
    'box-only': [],
    'classic-wand': [[CLASSIC_WAND, '']] as const,
    'premium-wand': [...chosen, ['Dragon & Oak', shownFor({ wand: 'none' })] as const],
  }
  return (
    <>
      <BoxPicture isVol1={isVol1} sizes="4.5rem" isDecorative className={box} />
      <WandPictures
        wands={shown[option]}
        sizes="2rem"
        isDecorative
        className="absolute inset-[2%_4%_2%_auto] h-19/20 w-3/10 rotate-14 object-contain"
      />
    </>
  )
}

/** The green table in the dark on which Vol. II is photographed. */
const TABLE = { background: 'linear-gradient(180deg,#050706 30%,#0c1f13 62%,#10301b 84%,#0a1c11)' }

/** The slide of what is chosen: the box in its edition, and its wand beside it. */
function choiceSlide({ isVol1, wands }: Pictured): Slide {
  return {
    key: 'choice',
    label: 'Your choice',
    className: 'option-premium-wand:not-wand-none:-order-3',
    render: ({ isThumb, priority }) => (
      <span className={cn('absolute inset-0', isVol1 && 'bg-well-stone')} style={isVol1 ? undefined : TABLE}>
        <BoxPicture
          isVol1={isVol1}
          priority={priority}
          sizes={isThumb ? '5rem' : '(max-width: 63.99rem) 66vw, 30rem'}
          isDecorative={isThumb}
          className="absolute top-1/2 left-3/7 h-4/5 w-auto max-w-none [translate:-50%_-50%] option-box-only:left-1/2"
        />
        <WandPictures
          wands={[
            [CLASSIC_WAND, shownFor({ option: 'classic-wand' })],
            ...wands.map(
              (wand) => [wand, shownFor({ option: 'premium-wand', wand: wandSlug(wand) })] as const,
            ),
          ]}
          sizes={isThumb ? '2rem' : '7rem'}
          isDecorative={isThumb}
          className="absolute top-1/2 left-5/6 h-5/6 w-auto max-w-none [translate:-50%_-50%] rotate-14 filter-(--object-shadow)"
        />
      </span>
    ),
  }
}

const EDITION_SLUGS = EDITIONS.map(editionSlug)

/** Until the carousel is initialized, the picture of the chosen edition comes first. */
const FIRST_WHILE_CHOSEN: Readonly<Record<Edition, string>> = {
  Ashborn: 'edition-ashborn:-order-2',
  Sunfire: 'edition-sunfire:-order-2',
  Ember: 'edition-ember:-order-2',
}

/** Pictures of a set, which the slide of the choice replaces. */
const WITH_WAND = /with-\w+-wand/

/**
 * The gallery's slides: the pictures of the catalogue, one of what is chosen, and the film.
 * @param last the field that was chosen last, whose picture is wanted
 */
export function boxSlides(
  { product, isVol1, wands }: Pictured & { readonly product: Product },
  title: string,
  choice: ProductChoice,
  last: keyof ProductChoice | null,
) {
  const images = product.images.filter(({ url }) => !WITH_WAND.test(url))
  const slides: Slide[] = pictureSlides(title, images)
  for (const edition of isVol1 ? EDITIONS : []) {
    const slug = editionSlug(edition)
    const at = findPicture(images, slug, EDITION_SLUGS)
    const slide = at !== null && slides[at]
    if (slide) slides[at] = { ...slide, edition: slug, className: FIRST_WHILE_CHOSEN[edition] }
  }
  const envelope = slides[findPicture(images, 'envelope') ?? -1]
  const ofChoice = choiceSlide({ isVol1, wands })
  const choiceAt = product.images.findIndex(({ url }) => WITH_WAND.test(url))
  slides.splice(choiceAt < 0 ? images.length : choiceAt, 0, ofChoice)
  slides.push(filmSlide(isVol1 ? 'vol1' : 'vol2'))
  const ofEdition = slides.find(({ edition }) => edition && edition === fieldsOfChoice(choice).edition)
  const wanted = {
    option: choice.option === 'box-only' ? (ofEdition ?? slides[0]) : ofChoice,
    wand: ofChoice,
    edition: ofEdition,
    wrapping: choice.wrapping === 'gift-edition' ? envelope : undefined,
  }
  const slide = last && wanted[last]
  return { slides, wanted: slide ? slides.indexOf(slide) : null }
}
