import { expect, test } from 'vitest'
import { describeFailure, playwrightFailures, vitestFailures } from './failures.mjs'

const red = (text) => `${String.fromCharCode(27)}[31m${text}${String.fromCharCode(27)}[39m`

test('reports failed tests, tests that passed on a retry, and files that did not load', () => {
  const report = {
    testResults: [
      {
        name: '/somewhere/app/models/cart.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a cart is kept', status: 'passed', failureMessages: [] },
          {
            fullName: 'a cart is merged',
            status: 'failed',
            failureMessages: [`${red('expected 1')}\n    at x.ts:1`],
          },
          { fullName: 'a cart is signed', status: 'passed', failureMessages: ['timed out'] },
        ],
      },
      {
        name: '/somewhere/tests/routes/a.test.ts',
        status: 'failed',
        message: 'no such file',
        assertionResults: [],
      },
    ],
  }
  expect(vitestFailures(report).map(describeFailure)).toEqual([
    'failed: app/models/cart.test.ts › a cart is merged\n    expected 1',
    'passed at a second try: app/models/cart.test.ts › a cart is signed\n    timed out',
    'failed: tests/routes/a.test.ts\n    no such file',
  ])
})

test('reports Playwright tests with their file, group and project', () => {
  const spec = (title, status) => ({
    title,
    tests: [
      {
        projectName: 'without JavaScript',
        status,
        results: [{}, { error: { message: red('not visible') } }],
      },
    ],
  })
  const report = {
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        title: 'buy.spec.ts',
        specs: [spec('buys', 'expected')],
        suites: [{ title: 'in the UK', specs: [spec('pays', 'unexpected'), spec('returns', 'flaky')] }],
      },
    ],
  }
  expect(playwrightFailures(report).map(describeFailure)).toEqual([
    'failed: outside of any test\n    the server did not start',
    'failed: buy.spec.ts › in the UK › pays › without JavaScript\n    not visible',
    'passed at a second try: buy.spec.ts › in the UK › returns › without JavaScript\n    not visible',
  ])
})

test('reports nothing without a report', () => {
  expect([...vitestFailures(null), ...playwrightFailures(null)]).toEqual([])
})
