import { wandSlug } from '#app/models/option-choice.ts'
import { wandPicture } from '#app/models/style-pictures.ts'
import { CLASSIC_WAND, type WandStyle } from '#app/models/wands.ts'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { shownFor } from './shown-for.ts'

/** The chosen edition, or Ember before one is chosen. */
const EDITION_PICTURES = [
  ['box-vol1-ashborn', 'hidden edition-ashborn:block'],
  ['box-vol1-sunfire', 'hidden edition-sunfire:block'],
  ['box-vol1-ember', 'hidden edition-ember:block edition-none:block'],
] as const

type PictureProps = { readonly sizes: string; readonly className?: string }

/** The box of a volume; of Vol. I in the chosen edition. */
export function BoxPicture({
  isVol1,
  priority,
  alt,
  ...rest
}: PictureProps & { isVol1: boolean; priority?: boolean; alt?: string }) {
  if (!isVol1) return <Picture name="box-vol2-closed" alt={alt} priority={priority} {...rest} />
  return EDITION_PICTURES.map(([name, shown]) => (
    <Picture key={name} name={name} alt={alt} {...rest} className={cn(rest.className, shown)} />
  ))
}

/** The chosen premium wand, or `unchosen` before one is chosen. */
export function PremiumWandPicture({
  wands,
  unchosen = null,
  alt,
  className,
  sizes,
}: PictureProps & { wands: readonly WandStyle[]; unchosen?: WandStyle | null; alt?: string }) {
  return (
    <>
      {wands.map((wand) => (
        <Picture
          key={wand}
          name={wandPicture(wand)}
          sizes={sizes}
          alt={alt}
          className={cn(className, shownFor({ wand: wandSlug(wand) }))}
        />
      ))}
      {unchosen ? (
        <Picture
          name={wandPicture(unchosen)}
          sizes={sizes}
          alt={alt}
          className={cn(className, shownFor({ wand: 'none' }))}
        />
      ) : null}
    </>
  )
}

/** The green table in the dark on which Vol. II is photographed. */
const TABLE = { background: 'linear-gradient(180deg,#050706 30%,#0c1f13 62%,#10301b 84%,#0a1c11)' }

/** What is chosen: the box in its edition, and its wand beside it. CSS shows them, with or without JavaScript. */
export function ChoiceArt({
  isVol1,
  wands,
  isThumb = false,
  priority,
}: {
  isVol1: boolean
  wands: readonly WandStyle[]
  isThumb?: boolean
  priority?: boolean
}) {
  const wand = {
    sizes: isThumb ? '2rem' : '7rem',
    alt: isThumb ? '' : undefined,
    className:
      'absolute top-1/2 left-5/6 h-5/6 w-auto max-w-none -translate-1/2 rotate-14 filter-(--object-shadow)',
  }
  return (
    <span className={cn('absolute inset-0', isVol1 && 'bg-well-stone')} style={isVol1 ? undefined : TABLE}>
      <BoxPicture
        isVol1={isVol1}
        priority={priority}
        sizes={isThumb ? '5rem' : '(max-width: 63.99rem) 66vw, 30rem'}
        alt={wand.alt}
        className="absolute top-1/2 left-3/7 h-4/5 w-auto max-w-none -translate-1/2 option-box-only:left-1/2"
      />
      <span className={shownFor({ option: 'classic-wand' })}>
        <Picture name={wandPicture(CLASSIC_WAND)} {...wand} />
      </span>
      <span className={shownFor({ option: 'premium-wand' })}>
        <PremiumWandPicture wands={wands} {...wand} />
      </span>
    </span>
  )
}
