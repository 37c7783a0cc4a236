import { WORDS_PER_CODE } from './gift-code.ts'

/** 1024 short words, each of 10 random bits. They may be replaced, but by distinct ones without homophones. */
export const MAGIC_WORD_LIST: readonly string[] = `
  acorn alder almond aloe amber anchor anise apple april apron arbour arch arrow artist ash aspen
  aster atlas attic autumn azure badger bagel baker bakery balcony balloon balsam bamboo banjo banner
  barley barn barrel basil basin basket beach beacon bead beam bean bear beaver bedrock beehive beetle
  bell bench berry birch bird biscuit bison blanket blossom blue boat bonfire bonnet book boot bottle
  bough boulder bower bowl bracken braid bramble branch brass bread breeze briar brick bridge bright
  bristle bronze brooch brook broom brush bubble bucket buckle bugle bumble bunting burrow bush butter
  button cabbage cabin cactus cake calm camel camera camp canal canary candle candy canoe canopy
  canvas canyon cape captain caramel caravan caraway card carol carpet carrot cashew castle catkin
  cave cedar celery cellar cello cereal chalk chapel chapter charm cheese cherry chess chest chime
  chimney chive chorus cider cinder cinema circle circus citrus clay clear cliff cloak clock cloth
  cloud cloudy clove clover coast coat cobble cobweb cockle cocoa coconut coffee coin collar comet
  compass copper coral cork corn corner cosy cottage cotton cove cowslip crab cradle crane crater
  crayon cream creek cress crest cricket crocus crown crumb crystal cuckoo cup cupcake curl currant
  curtain cushion custard cypress dahlia dairy daisy damask damson dancer dapple dawn deep deer delta
  denim desert dew dewdrop dial diamond dill dinner dipper dock dolphin dome donkey door dory dove
  dragon drawer dream drift drizzle drum duck dune dusk dust eagle early earmuff earth easel east easy
  ebony echo eclair elder elm ember emerald emperor engine epic evening fable fabric fair fairy falcon
  fallow fanfare farm farmer fathom fawn feast feather felt fennel fern ferry fiddle field fig finch
  finder fire firefly first fish flag flagon flake flame flannel flax fleece flicker flint float flock
  flora flotilla flower flute foal foam fog folk forest forge fossil fox frame freckle fresh friend
  fritter frog frost fruit funnel furrow fuzzy gable galaxy galleon gallery gallop garden garland
  garlic garnet gate gateway gazelle gecko gentle geyser giant gift ginger gingham giraffe glacier
  glad glade glass gleam glen glimmer glitter globe glove glow goat gold golden goose gorse grace
  grain granite grape grass gravel green grotto grove guava guest guide guitar gull gully gust hamlet
  hammer hammock handle harbour harp harvest hawk hayloft hazel heart hearth heath heather hedge
  helmet herald herb heron hickory hidden hill hilltop hinge hobby hollow holly home honest honey hood
  hoof hope horizon horn horse house humble hush icicle igloo indigo inkwell inlet iris iron island
  ivory ivy jacket jade jaguar january jasmine jelly jester jetty jewel jigsaw jolly journal journey
  jubilee juice july june jungle juniper jupiter kayak keel keeper kelp kernel kettle key keyhole kind
  kindle king kingdom kitchen kite kitten kiwi knapsack knoll knot koala label lace ladder lagoon lake
  lamb lamp landing lane lantern lapis larch lark lasso latch lattice laurel lawn leaf leather ledge
  lemon lemur lentil leopard letter library lichen lilac lily lime linden linen linnet lion lizard
  llama locket lodge loft lotus lucky lullaby lumber lunar lupin lute lynx lyric magic magpie maize
  mallard mallow mammoth mango mantel maple marble marina market marlin maroon marsh marten marvel
  mask mast maypole meadow medal mellow melody melon merry meteor milk mill millet mimosa minnow mint
  mirror mirth misty mitten moat mole moment monday moon moor moose morning mosaic moss moth mouse
  muffin music mussel mustard myrtle mystic napkin nature navy nebula nectar needle neptune nest
  nettle newt nibble night nimble noble nook noon north note nougat nutmeg oak oasis ocean october
  octopus olive onion opal open opera orange orbit orchard orchid organ oriole osprey otter oval oven
  owl oxbow oyster paddle paddock page pagoda paint painter palace palm pancake panda pansy papaya
  paper paprika parade parasol parcel park parlour parrot parsley parsnip pasta pastel pasture patch
  path pathway peach peacock peanut peapod pear pearl pebble pecan pedal pelican pencil pendant
  penguin penny peony pepper perch petal petunia phoenix piano picket pickle picnic pigeon pilgrim
  pillow pilot pine pioneer piper pixie plait planet playful plaza plover plum plume plush pocket poem
  poet polka pollen pomelo pond pony pool popcorn poplar poppy porch port potato potter prairie
  pretzel prism pudding puddle puffin pulley pumpkin puppet purple puzzle quail quarry quartz queen
  quest quick quiet quill quilt quince quiver rabbit raccoon radish raft rain rainbow raisin ramble
  rambler ranger raven ravine reed reef rhubarb ribbon rice riddle ridge ring ripple rise river robin
  rocket rocky rolling roof rook room rooster rope rose rosy round rover rowan royal ruby rudder rune
  russet rustic rye saddle saffron sage sail sailor salad salmon salt sand sandal sapling sardine
  satchel satin saturn sauce saucer scallop scarf scarlet scone scooter scout scroll seagull seal
  seaside season seed sesame shadow shallow shanty shawl shed sheep shelf shell shield shimmer shingle
  ship shoal shore shrub sierra signal silent silk silver silvery singer sketch skipper sky skylark
  slate sleigh slipper slope smile smooth snail snow snug soap sock sofa soft solar song sonnet sorbet
  sorrel soup south sparkle sparrow spice spider spinach spindle spiral spire sponge spoon spring
  sprout spruce square squash stable stamp star station steam steeple stem step still stitch stone
  stool stork story stove straw stream street string stripe studio sugar summer summit sun sunbeam
  sunday sundial sundown sunny sunrise sunset surf swallow swan sweater sweet swift swing syrup table
  tablet tadpole tailor tangle tango tart tartan tassel tavern tea teacup teal teapot temple tender
  tent terrace thatch theatre thicket thimble thistle thread thrush thunder thyme ticket tide tidy
  tiger timber tinsel toast toffee tomato topaz torch toucan tower town toy trail train treacle tree
  treetop trellis trinket trolley trout truffle trumpet trunk tuesday tulip tumble tumbler tundra
  tunic tunnel turnip turtle tweed twig twine twinkle twirl unicorn upland urchin vale valley vanilla
  vase vault velvet venture veranda verse vessel village vine vintage viola violet violin vista vivid
  voyage waffle wagon walnut waltz wander warbler warm water wave wax wayside weather weaver wheat
  wheel wherry whirl whisker whisper whistle wicker wild willow wind window winter wise wish wizard
  wonder wood wool woollen wren yard yarn yarrow year yellow yew yoghurt yonder zebra zenith zephyr
  zest zigzag zinnia zither
`
  .trim()
  .split(/\s+/)

const BITS_PER_WORD = 10

/** Random bytes needed for one code. */
export const MAGIC_WORDS_BYTES = 7

/** Five words of 50 random bits, ten for each. @throws RangeError for fewer than 7 bytes */
export function magicWordsOf(bytes: Uint8Array): string {
  if (bytes.length < MAGIC_WORDS_BYTES) throw new RangeError('Magic words need 7 random bytes')
  const bits = bytes.slice(0, MAGIC_WORDS_BYTES).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  const words = Array.from({ length: WORDS_PER_CODE }, (_, index) => {
    const shift = BigInt(MAGIC_WORDS_BYTES * 8 - BITS_PER_WORD * (index + 1))
    return MAGIC_WORD_LIST[Number((bits >> shift) & 1023n)] ?? ''
  })
  return words.join(' ')
}
