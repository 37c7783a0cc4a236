import type { CSSProperties } from 'react'
import { DRAWINGS, type DrawingName } from '../../models/drawings.ts'
import { vol2Subtitle } from '../../models/facts.ts'
import { marketPath } from '../../models/market.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { useShop } from '../layout/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

/** Viewports that show the tall scene; on shorter or wider ones its keyhole would be cropped (`home.css`). */
const HERO_NARROW = '(max-width: 29.99rem) and (min-height: 50rem)'

type Motif = {
  readonly name: DrawingName
  readonly x: string
  readonly width: string
  readonly time: string
  readonly delay: string
  /** Distance from the top with reduced motion, where it does not fall. */
  readonly rest: string
}

/** The design allows six at most. */
const MOTIFS: readonly Motif[] = [
  { name: 'motif-feather', x: '52%', width: '26px', time: '15s', delay: '-3s', rest: '22vh' },
  { name: 'motif-key', x: '88%', width: '22px', time: '18s', delay: '-9s', rest: '30vh' },
  { name: 'motif-star', x: '60%', width: '16px', time: '13s', delay: '-6s', rest: '48vh' },
  { name: 'motif-spark', x: '82%', width: '34px', time: '16s', delay: '-12s', rest: '16vh' },
  { name: 'motif-feather', x: '94%', width: '20px', time: '19s', delay: '-15s', rest: '52vh' },
  { name: 'motif-star', x: '46%', width: '12px', time: '17s', delay: '-10s', rest: '34vh' },
]

function motifStyle(motif: Motif): CSSProperties {
  const { x, width, time, delay, rest } = motif
  return { '--x': x, '--w': width, '--t': time, '--d': delay, '--rest': rest } as CSSProperties
}

function FallingMotifs() {
  return (
    <div className="fall" aria-hidden="true">
      {MOTIFS.map((motif) => (
        <img key={motif.x} {...DRAWINGS[motif.name]} alt="" style={motifStyle(motif)} loading="lazy" />
      ))}
    </div>
  )
}

/** The scene with the keyhole, the headline and the link to the shop. Spec: 2 Home */
export function Hero({ facts, onWatch }: { facts: PageFacts; onWatch: () => void }) {
  const { market, now } = useShop()
  return (
    <section className="hero dark" aria-labelledby="hero-title">
      <Picture
        name="hero-scene"
        sizes="100vw"
        narrow={{ name: 'hero-scene-tall', media: HERO_NARROW, sizes: '100vw' }}
        priority
      />
      <FallingMotifs />
      <div className="wrap">
        <h1 id="hero-title">Some treasures deserve more than a drawer</h1>
        <p className="lede">
          The Wizard Box is a box in the shape of a book. Touch your wand to the symbol on its cover, and it
          opens.
        </p>
        <div className="act">
          <ButtonLink to={marketPath(market, '/products')}>PURCHASE</ButtonLink>
          {/* biome-ignore lint/a11y/useValidAnchor: it links to the film, and with JavaScript also starts it */}
          <a className="link" href="#unlock" onClick={onWatch}>
            <Icon name="play" /> Watch it unlock
          </a>
        </div>
      </div>
      <div className="note">
        <p className="wrap">
          <b>Vol. II: Magical You</b>
          <span>{vol2Subtitle(market, now)}</span>
          <span>From {facts.boxOnlyPrice}, Gift Edition Envelope included</span>
        </p>
      </div>
    </section>
  )
}
