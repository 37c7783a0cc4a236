import { createHmac, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { compare, hash } from 'bcryptjs'
import { z } from 'zod'

/**
 * @supabase/lite compares passwords on the event loop, for as long as its hash is slow, and does not compare at all for an
 * unknown address. So it gets another password: ours, stretched by scrypt in a thread, for any address alike. What it
 * stores of that is a hash of the lowest cost, as 256 random bits need no slow one.
 */

/** 32 MB and about 60 ms for each guess. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 }
const LOWEST_COST = 4
const scryptInThread = promisify<string, string, number, typeof SCRYPT, Buffer>(scrypt)
/** Passwords are stretched one after the other: other work needs the threads, however many sign-ins there are. */
let lastStretched: Promise<unknown> = Promise.resolve()

/**
 * The password that the auth server knows for an address, whether or not it has an account.
 * @param pepper the server's own secret
 */
export function stretchPassword(email: string, password: string, pepper: string): Promise<string> {
  const salt = createHmac('sha256', pepper).update(`password salt\n${email}`).digest('hex')
  const stretched = lastStretched.then(async () =>
    (await scryptInThread(password, salt, 32, SCRYPT)).toString('base64url'),
  )
  lastStretched = stretched.catch(() => undefined)
  return stretched
}

/** The hash that the auth server stores of a stretched password. */
export function hashStretched(stretched: string): Promise<string> {
  return hash(stretched, LOWEST_COST)
}

/** Whether the auth server stores that hash of a stretched password. */
export function isHashOf(stretched: string, stored: string): Promise<boolean> {
  return compare(stretched, stored)
}

const credentials = z.looseObject({ email: z.string(), password: z.string() })

type SignInOptions = {
  readonly jwtSecret: string
  /** The auth server. */
  readonly forward: (request: Request) => Promise<Response>
}

/** Forwards a sign-in with the stretched password. */
export async function forwardSignIn(
  request: Request,
  { jwtSecret, forward }: SignInOptions,
): Promise<Response> {
  const body = credentials.safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  )
  if (!body.success) return forward(request)
  const email = body.data.email.trim().toLowerCase()
  const password = await stretchPassword(email, body.data.password, jwtSecret)
  return forward(
    new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body: JSON.stringify({ ...body.data, password }),
      signal: request.signal,
    }),
  )
}
