// `npm run owner`: lets the owner back in who has lost the password or the authenticator app. Sets a new password and removes
// second factors, in the backend that the shop's configuration names. In a container: node scripts/owner.mjs
import { createInterface } from 'node:readline/promises'
import { withBuild } from './ensure.mjs'

async function askPassword() {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return ''
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('New password (empty: one is made for you): ')
  lines.close()
  return answer.trim()
}

await withBuild(async ({ recoverOwner }) => {
  try {
    const { email, password, removedFactors } = await recoverOwner(process.env, await askPassword())
    console.log(`The owner signs in with\n  Email     ${email}\n  Password  ${password}`)
    if (removedFactors > 0)
      console.log('The authenticator app is removed. Set it up again at /admin/security.')
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
})
