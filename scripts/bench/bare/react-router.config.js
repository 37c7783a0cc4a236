export default { buildDirectory: '../../../.cache/bench-bare' }
