// Which tests failed, and why, out of the reports of their tools: what `npm test` says again right before its last line, so
// that whoever sees only the end of it need not look for them.

const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const firstLines = (message = '') =>
  message
    .replaceAll(ansi, '')
    .split('\n')
    .filter((line) => line.trim() && !/^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.slice(0, 300))

/**
 * @typedef {object} Failure
 * @property {string} name the test's file and title
 * @property {boolean} again whether a second try passed
 * @property {string[]} reason the first lines of the message
 */

/** The failures in a JSON report of Vitest. @returns {Failure[]} */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const path = file.name.replace(/^.*\/(?=(?:app|tests)\/)/, '')
    const failures = file.assertionResults
      .filter((test) => test.status === 'failed' || test.failureMessages?.length > 0)
      .map((test) => ({
        name: `${path} › ${test.fullName.trim()}`,
        again: test.status === 'passed',
        reason: firstLines(test.failureMessages?.[0]),
      }))
    if (file.status !== 'failed' || failures.some((failure) => !failure.again)) return failures
    return [...failures, { name: path, again: false, reason: firstLines(file.message) }]
  })
}

/** The failures in a JSON report of Playwright, whose suites lie in one another. @returns {Failure[]} */
export function playwrightFailures(report) {
  const inSuite = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests
        .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
        .map((test) => ({
          name: [...titles, spec.title, test.projectName].filter(Boolean).join(' › '),
          again: test.status === 'flaky',
          reason: firstLines(test.results.find((result) => result.error)?.error.message),
        })),
    ),
  ]
  const outside = (report?.errors ?? []).map((error) => ({
    name: 'outside of any test',
    again: false,
    reason: firstLines(error.message),
  }))
  return [...outside, ...inSuite(report ?? {}, [])]
}

/** A failure as it is printed. */
export function describeFailure({ name, again, reason }) {
  return [
    `${again ? 'passed at a second try' : 'failed'}: ${name}`,
    ...reason.map((line) => `    ${line}`),
  ].join('\n')
}
