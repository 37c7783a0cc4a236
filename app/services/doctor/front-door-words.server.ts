import { failure, fine, warning } from '../../models/doctor.ts'
import { SILENCE, type SilenceReason } from './words.server.ts'

/** What the doctor says of the shop's own address and its webhooks. */
export const FRONT_DOOR_SAYS = {
  answers: (origin: string) => fine(`${origin} is this shop, and knows its visitors`),
  noAddress: failure(
    'The shop does not know its own address',
    'Set PUBLIC_ORIGIN and ALLOWED_HOSTS in .env to the domain, such as https://shop.example and shop.example',
  ),
  notHttps: failure(
    'PUBLIC_ORIGIN is http: passwords and addresses of shoppers would travel in the open',
    'Serve it by https (docs/deploy.md shows a proxy that does it), and write https:// there',
  ),
  silent: (origin: string, reason: SilenceReason) =>
    failure(
      SILENCE[reason](new URL(origin).host),
      'Start the shop and its proxy, point the domain at them, and compare PUBLIC_ORIGIN',
    ),
  redirects: (origin: string, to: string) =>
    failure(
      `${origin} leads on to ${to}`,
      `Set PUBLIC_ORIGIN and ALLOWED_HOSTS to ${to}, or end that redirect`,
    ),
  notOurs: (origin: string, status: number) =>
    failure(
      `What answers at ${origin} is not this shop, or one with another configuration (${status})`,
      'Point the domain at this shop, and start it again after each change of .env',
    ),
  otherOrigin: (theirs: string) =>
    failure(`The shop that answers takes itself for ${theirs}`, 'Start it again: it runs on an older .env'),
  takesForHttp: failure(
    'The shop takes its visitors for http ones: their cookies are not kept to https',
    'Set TRUST_PROXY to the number of proxies in front of it, and let the nearest send X-Forwarded-Proto',
  ),
  forged: failure(
    'Visitors can choose the address that the shop sees: limits against guessing are worth nothing',
    'Lower TRUST_PROXY to the number of proxies in front, and let no one reach the shop past them',
  ),
  oneVisitor: (address: string) =>
    warning(
      `The shop sees ${address} as the visitor: if that is a proxy’s, all visitors count as one`,
      'Unless this runs on the machine of the shop: raise TRUST_PROXY, and let each proxy send X-Forwarded-For',
    ),
  webhooksTaken: fine('A signed notice reaches the shop, and its signature is accepted'),
  webhooksOtherSecret: failure(
    'The shop refuses a notice that is signed with WEBHOOK_SECRET',
    'Start the shop again: it runs with another secret than the one in .env',
  ),
  webhooksBlocked: (status: number) =>
    failure(
      `Something in front of the shop stops notices at /webhooks (${status})`,
      'Let POST through to /webhooks, with bodies of up to 8 MB and without a login or a challenge',
    ),
  noWebhookSecret: failure(
    'WEBHOOK_SECRET is not set: every order that Shopify reports is refused',
    'Set it to the secret of the app that the webhooks belong to',
  ),
  webhooksRefused: (count: number, lastAt: string) =>
    warning(
      `${count} notices of the last day had a signature of another secret, the last one at ${lastAt}`,
      'Set WEBHOOK_SECRET to the secret of the app that made the webhooks (Shopify, the app’s API credentials)',
    ),
  webhooksOfApp: failure(
    'WEBHOOK_SECRET is not the secret of the app: Shopify signs its webhooks with ADMIN_API_CLIENT_SECRET',
    'Set WEBHOOK_SECRET to the same value as ADMIN_API_CLIENT_SECRET',
  ),
  webhooksGood: fine('No notice was refused for its signature during the last day'),
} as const
