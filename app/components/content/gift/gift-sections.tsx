import { Link } from 'react-router'
import { DRAWINGS } from '../../../models/drawings.ts'
import { inMarket, MARKETS, marketPath, otherMarket } from '../../../models/market.ts'
import { HANDLES, productPath } from '../../../models/product.ts'
import { EnvelopeBadge } from '../../catalogue/envelope-badge.tsx'
import { ButtonLink, TextLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { PageFacts } from '../page-facts.ts'
import { envelopeNote, GIVING_STEPS, giftOffer, giftOptions, SEVEN_PIECES } from './gift-words.ts'

/** The top of the gift page: the free envelope. Spec: 2 Other pages, Gift */
export function GiftHero({ facts }: { facts: PageFacts }) {
  const { market } = facts
  const { title, text, button } = giftOffer(facts)
  return (
    <section className="gh dark" aria-labelledby="gift-title">
      <div className="wrap">
        <div>
          <EnvelopeBadge value={facts.envelopeValue} text="with Vol. II: Magical You" />
          <h1 id="gift-title">{title}</h1>
          <p className="lede muted">{text}</p>
          <div className="act">
            <ButtonLink to={productPath(market, HANDLES.vol2[market])}>{button}</ButtonLink>
            <TextLink to={marketPath(market, '/gift-download')}>
              <Icon name="download" /> Printable letter
            </TextLink>
          </div>
        </div>
        <div className="pic">
          <Picture name="gift-envelope" sizes="(max-width: 63.99rem) 34rem, 44rem" priority />
        </div>
      </div>
    </section>
  )
}

export function SevenPieces({ facts }: { facts: PageFacts }) {
  return (
    <section className="sec" aria-labelledby="seven-title">
      <div className="wrap">
        <div className="shead">
          <h2 id="seven-title">Seven pieces in one envelope</h2>
          <p className="muted">{envelopeNote(facts)}</p>
        </div>
        <ul className="seven">
          {SEVEN_PIECES.map(({ drawing, name, line }) => (
            <li key={drawing}>
              <img {...DRAWINGS[drawing]} alt="" loading="lazy" decoding="async" />
              <b>{name}</b>
              <span className="muted">{line}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

export function HowGivingWorks({ facts }: { facts: PageFacts }) {
  const { market } = facts
  const other = otherMarket(market)
  return (
    <section className="sec" aria-labelledby="how-title">
      <div className="wrap">
        <div className="shead">
          <h2 id="how-title">How giving works</h2>
        </div>
        <ol className="how">
          {GIVING_STEPS.map(({ title, text }, index) => (
            <li key={title}>
              <span className="n" aria-hidden="true">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
        <div className="ship">
          <Icon name="globe" />
          <p>
            A gift can only be redeemed in the store where it was bought.{' '}
            {market === 'us'
              ? 'This store ships to the United States only. If your person is in the UK or EU, buy from the '
              : 'This store ships to the UK and EU. If your person is in the United States, buy from the '}
            <Link to={inMarket(other, '/gift')}>{MARKETS[other].storeName}</Link>.
          </p>
        </div>
      </div>
    </section>
  )
}

/** Live prices, each next to its struck-through sum with the envelope's value. Spec: 9 Gift page copy prices */
export function GiftOptions({ facts }: { facts: PageFacts }) {
  return (
    <section aria-labelledby="options-title">
      <div className="wrap">
        <div className="shead">
          <h2 id="options-title">Three ways to give it</h2>
        </div>
        <ul className="opts">
          {giftOptions(facts).map(({ option, title, text, price, worth, href }) => (
            <li key={option} className="plate op">
              <OptionPicture option={option} />
              <h3 id={`give-${option}`}>{title}</h3>
              <p className="muted small">{text}</p>
              <p className="tot">
                <span className="sr">Worth </span>
                <s>{worth}</s>
                <span className="sr">with the envelope, yours for </span>
                {price}
              </p>
              <ButtonLink to={href} aria-describedby={`give-${option}`}>
                Choose
              </ButtonLink>
            </li>
          ))}
        </ul>
        <p className="hint">
          The struck-through figure is the price plus the envelope’s value of {facts.envelopeValue}. It is not
          an earlier price.
        </p>
      </div>
    </section>
  )
}

function OptionPicture({ option }: { option: string }) {
  const wand = option === 'classic-wand' ? 'wand-dragon-elder' : 'wand-unicorn-chestnut'
  return (
    <div className={option === 'box-only' ? 'pic' : 'pic set'}>
      {option === 'classic-wand' ? <span className="badge gold">MOST POPULAR</span> : null}
      <Picture className="box" name="box-vol2-closed" sizes="20rem" alt="" />
      {option === 'box-only' ? null : <Picture className="wand" name={wand} sizes="6rem" alt="" />}
    </div>
  )
}

/** Links to the printable letter and to the redemption of a gift. */
export function LetterAndRedeem({ facts }: { facts: PageFacts }) {
  const { market } = facts
  return (
    <div className="sec wrap print">
      <section className="plate pr" aria-labelledby="late-title">
        <img {...DRAWINGS['gift-2-letter']} alt="" loading="lazy" decoding="async" />
        <div>
          <h2 id="late-title">Left it late?</h2>
          <p className="muted">
            Download the printable letter and write it by hand. The magic words come by email after purchase.
          </p>
          <TextLink to={marketPath(market, '/gift-download')}>
            <Icon name="download" /> Download the letter (PDF)
          </TextLink>
        </div>
      </section>
      <section className="plate pr" aria-labelledby="given-title">
        <img {...DRAWINGS['gift-3-redemption-card']} alt="" loading="lazy" decoding="async" />
        <div>
          <h2 id="given-title">Were you given one?</h2>
          <p className="muted">Have your Redemption Card ready and say the words.</p>
          <TextLink to={marketPath(market, '/redeem')}>
            Redeem a gift <Icon name="arrow" />
          </TextLink>
        </div>
      </section>
    </div>
  )
}
