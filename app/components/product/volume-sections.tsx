import { DRAWINGS } from '../../models/drawings.ts'
import { marketPath } from '../../models/market.ts'
import { EDITIONS } from '../../models/option-choice.ts'
import { HANDLES, productPath } from '../../models/product.ts'
import type { PageFacts } from '../content/page-facts.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonLink, TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { ENVELOPE_PIECES, editionCopy } from './volume-copy.ts'

/** How Vol. I is made, and its editions. */
export function MadeByHand({ facts }: { facts: PageFacts }) {
  return (
    <section className="dark bottle" aria-labelledby="made">
      <div className="made">
        <figure>
          <Picture name="story-scene" sizes="(max-width: 60rem) 100vw, 58vw" />
        </figure>
        <div className="txt">
          <h2 id="made">Three fires, one bench</h2>
          <p className="lede muted">
            Each copy is made by hand, signed and numbered. There are {facts.vol1Copies} in all, in three
            editions, and then no more.
          </p>
          <dl>
            {EDITIONS.map((edition) => (
              <div key={edition}>
                <dt>{edition}</dt>
                <dd>{editionCopy(edition, facts).line}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}

/** Link from Vol. I to Vol. II, in the UK store. Spec: 2 Product detail */
export function NextVolumeTeaser({ facts }: { facts: PageFacts }) {
  return (
    <section className="sec" aria-labelledby="next">
      <div className="wrap">
        <div className="next dark">
          <div className="pic">
            <Picture name="box-vol2-closed" sizes="(max-width: 60rem) 80vw, 30rem" />
          </div>
          <div className="txt">
            <Badge tone="free">
              <s>{facts.envelopeValue}</s> FREE Gift Envelope Included
            </Badge>
            <h2 id="next">Rather wait for the next one?</h2>
            <p>
              {facts.isPreOrder
                ? `Vol. II: Magical You ships ${facts.vol2ShipsNow}, with the Gift Edition Envelope free.`
                : 'Vol. II: Magical You comes with the Gift Edition Envelope free.'}
            </p>
            <ButtonLink to={productPath(facts.market, HANDLES.vol2[facts.market])}>
              {facts.isPreOrder ? 'Pre-order Vol. II' : 'See Vol. II'}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  )
}

/** The inside of Vol. II. */
export function VolumeInterior() {
  return (
    <section className="sec dark bottle" aria-labelledby="inside">
      <div className="wrap inside">
        <div>
          <h2 id="inside">Room for what matters</h2>
          <p className="lede muted">
            Letters. The photograph you never framed. The key to a door you no longer have. A tray to hold
            them, and a bookplate for your name.
          </p>
        </div>
        <Picture name="box-vol2-open" sizes="(max-width: 60rem) 90vw, 46rem" />
      </div>
    </section>
  )
}

/** What is in the Gift Edition Envelope. */
export function EnvelopePieces({ facts }: { facts: PageFacts }) {
  return (
    <section className="sec" aria-labelledby="pieces">
      <div className="wrap pieces">
        <div>
          <h2 id="pieces">In the Gift Edition Envelope</h2>
          <p className="lede muted">
            Vol. II comes with the Gift Edition Envelope or the printable letter. With either you can hand
            somebody a letter and a set of magic words while the box is on its way.
          </p>
          <TextLink to={marketPath(facts.market, '/gift')}>
            How a gift works <Icon name="arrow" />
          </TextLink>
        </div>
        <ol>
          {ENVELOPE_PIECES.map(([name, words]) => (
            <li key={name}>
              <img {...DRAWINGS[name]} alt="" loading="lazy" />
              <span>{words}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
