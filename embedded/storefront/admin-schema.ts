import { buildSchema, type GraphQLSchema } from 'graphql'

/**
 * The part of Shopify's Admin API 2025-07 that the shop uses, with Shopify's names for types, fields, arguments and
 * error codes. Anything else is refused as an unknown field.
 * @see https://shopify.dev/docs/api/admin-graphql/2025-07
 */
const SDL = `
scalar DateTime
scalar Decimal
scalar HTML
scalar Money
scalar URL
enum CurrencyCode { USD GBP }
enum CountryCode { US GB AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE }
enum ProductStatus { ACTIVE ARCHIVED DRAFT }
enum ProductVariantInventoryPolicy { CONTINUE DENY }
enum ProductSortKeys { CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE PUBLISHED_AT RELEVANCE TITLE UPDATED_AT VENDOR }
enum FileContentType { EXTERNAL_VIDEO FILE IMAGE MODEL_3D VIDEO }
enum MediaContentType { EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO }
enum DiscountStatus { ACTIVE EXPIRED SCHEDULED }
enum DiscountErrorCode { BLANK EXCEEDED_MAX INVALID LESS_THAN_OR_EQUAL_TO MISSING_ARGUMENT TAKEN TOO_LONG TOO_SHORT VALUE_OUTSIDE_RANGE }
enum ProductSetUserErrorCode { HANDLE_NOT_UNIQUE INVALID_INPUT INVALID_PRODUCT PRODUCT_DOES_NOT_EXIST PRODUCT_OPTIONS_INPUT_MISSING }
enum ProductVariantsBulkCreateStrategy { DEFAULT REMOVE_STANDALONE_VARIANT }
enum ProductVariantsBulkCreateUserErrorCode { INVALID PRODUCT_DOES_NOT_EXIST VARIANT_ALREADY_EXISTS }
enum PriceListFixedPricesAddUserErrorCode { PRICE_LIST_NOT_FOUND PRICE_LIST_CURRENCY_MISMATCH VARIANT_NOT_FOUND }

type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type UserError { field: [String!] message: String! }
type Image { id: ID url: URL! altText: String width: Int height: Int }
interface Media { id: ID! alt: String }
type MediaImage implements Media { id: ID! alt: String image: Image }
type MediaEdge { cursor: String! node: Media! }
type MediaConnection { edges: [MediaEdge!]! nodes: [Media!]! pageInfo: PageInfo! }
type SelectedOption { name: String! value: String! }
type ProductOptionValue { id: ID! name: String! }
type ProductOption { id: ID! name: String! position: Int! values: [String!]! optionValues: [ProductOptionValue!]! }
type ProductVariantContextualPricing { price: MoneyV2! compareAtPrice: MoneyV2 }
input ContextualPricingContext { country: CountryCode }
type ProductVariant {
  id: ID! title: String! displayName: String! price: Money! compareAtPrice: Money sku: String barcode: String position: Int!
  availableForSale: Boolean! taxable: Boolean! inventoryPolicy: ProductVariantInventoryPolicy!
  selectedOptions: [SelectedOption!]! image: Image product: Product!
  contextualPricing(context: ContextualPricingContext!): ProductVariantContextualPricing!
}
type ProductVariantEdge { cursor: String! node: ProductVariant! }
type ProductVariantConnection { edges: [ProductVariantEdge!]! nodes: [ProductVariant!]! pageInfo: PageInfo! }
type Product {
  id: ID! title: String! handle: String! descriptionHtml: HTML! vendor: String! productType: String! tags: [String!]!
  status: ProductStatus! createdAt: DateTime! updatedAt: DateTime!
  options(first: Int): [ProductOption!]!
  media(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): MediaConnection!
  variants(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): ProductVariantConnection!
}
type ProductEdge { cursor: String! node: Product! }
type ProductConnection { edges: [ProductEdge!]! nodes: [Product!]! pageInfo: PageInfo! }
input ProductIdentifierInput { id: ID handle: String }
type PriceList { id: ID! name: String! currency: CurrencyCode! }
type PriceListEdge { cursor: String! node: PriceList! }
type PriceListConnection { edges: [PriceListEdge!]! nodes: [PriceList!]! pageInfo: PageInfo! }
type Publication { id: ID! name: String! }
type PublicationEdge { cursor: String! node: Publication! }
type PublicationConnection { edges: [PublicationEdge!]! nodes: [Publication!]! pageInfo: PageInfo! }
type Shop { id: ID! name: String! currencyCode: CurrencyCode! }

type DiscountAmount { amount: MoneyV2! appliesOnEachItem: Boolean! }
type DiscountPercentage { percentage: Float! }
union DiscountCustomerGetsValue = DiscountAmount | DiscountPercentage
type AllDiscountItems { allItems: Boolean! }
type DiscountProducts {
  products(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): ProductConnection!
  productVariants(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): ProductVariantConnection!
}
union DiscountItems = AllDiscountItems | DiscountProducts
type DiscountCustomerGets { value: DiscountCustomerGetsValue! items: DiscountItems! }
type DiscountCombinesWith { orderDiscounts: Boolean! productDiscounts: Boolean! shippingDiscounts: Boolean! }
type DiscountRedeemCode { id: ID! code: String! asyncUsageCount: Int! }
type DiscountRedeemCodeConnection { nodes: [DiscountRedeemCode!]! pageInfo: PageInfo! }
type DiscountCodeBasic {
  title: String! status: DiscountStatus! startsAt: DateTime! endsAt: DateTime createdAt: DateTime!
  usageLimit: Int asyncUsageCount: Int! appliesOncePerCustomer: Boolean!
  codes(first: Int, after: String): DiscountRedeemCodeConnection!
  customerGets: DiscountCustomerGets! combinesWith: DiscountCombinesWith!
}
union DiscountCode = DiscountCodeBasic
type DiscountCodeNode { id: ID! codeDiscount: DiscountCode! }
type DiscountUserError { field: [String!] message: String! code: DiscountErrorCode extraInfo: String }

type QueryRoot {
  shop: Shop!
  products(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, query: String, sortKey: ProductSortKeys = ID): ProductConnection!
  product(id: ID!): Product
  productByIdentifier(identifier: ProductIdentifierInput!): Product
  productVariant(id: ID!): ProductVariant
  priceLists(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): PriceListConnection!
  publications(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): PublicationConnection!
  codeDiscountNode(id: ID!): DiscountCodeNode
  codeDiscountNodeByCode(code: String!): DiscountCodeNode
}

input DiscountAmountInput { amount: Decimal appliesOnEachItem: Boolean }
input DiscountCustomerGetsValueInput { percentage: Float discountAmount: DiscountAmountInput }
input DiscountProductsInput { productsToAdd: [ID!] productsToRemove: [ID!] productVariantsToAdd: [ID!] productVariantsToRemove: [ID!] }
input DiscountItemsInput { all: Boolean products: DiscountProductsInput }
input DiscountCustomerGetsInput { value: DiscountCustomerGetsValueInput items: DiscountItemsInput appliesOnOneTimePurchase: Boolean appliesOnSubscription: Boolean }
input DiscountCustomerSelectionInput { all: Boolean }
input DiscountCombinesWithInput { orderDiscounts: Boolean = false productDiscounts: Boolean = false shippingDiscounts: Boolean = false }
input DiscountMinimumQuantityInput { greaterThanOrEqualToQuantity: Int }
input DiscountMinimumSubtotalInput { greaterThanOrEqualToSubtotal: Decimal }
input DiscountMinimumRequirementInput { quantity: DiscountMinimumQuantityInput subtotal: DiscountMinimumSubtotalInput }
input DiscountCodeBasicInput {
  title: String code: String startsAt: DateTime endsAt: DateTime usageLimit: Int appliesOncePerCustomer: Boolean
  customerSelection: DiscountCustomerSelectionInput customerGets: DiscountCustomerGetsInput
  combinesWith: DiscountCombinesWithInput minimumRequirement: DiscountMinimumRequirementInput
}
type DiscountCodeBasicCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeActivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeactivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeletePayload { deletedCodeDiscountId: ID userErrors: [DiscountUserError!]! }

input OptionValueSetInput { id: ID name: String }
input OptionSetInput { id: ID name: String position: Int values: [OptionValueSetInput!] }
input VariantOptionValueInput { id: ID name: String optionId: ID optionName: String }
input FileSetInput { id: ID originalSource: String alt: String contentType: FileContentType filename: String }
input ProductVariantSetInput {
  id: ID optionValues: [VariantOptionValueInput!]! price: Money compareAtPrice: Money sku: String barcode: String position: Int
  taxable: Boolean inventoryPolicy: ProductVariantInventoryPolicy file: FileSetInput
}
input ProductSetInput {
  id: ID title: String handle: String descriptionHtml: String vendor: String productType: String status: ProductStatus
  tags: [String!] productOptions: [OptionSetInput!] variants: [ProductVariantSetInput!] files: [FileSetInput!]
}
input ProductSetIdentifiers { id: ID handle: String }
type ProductSetUserError { field: [String!] message: String! code: ProductSetUserErrorCode }
type ProductSetPayload { product: Product userErrors: [ProductSetUserError!]! }
input OptionCreateInput { name: String position: Int values: [OptionValueSetInput!] }
input ProductCreateInput {
  title: String handle: String descriptionHtml: String vendor: String productType: String status: ProductStatus tags: [String!]
  productOptions: [OptionCreateInput!]
}
input ProductUpdateInput { id: ID title: String handle: String descriptionHtml: String productType: String status: ProductStatus tags: [String!] }
input CreateMediaInput { originalSource: String! alt: String mediaContentType: MediaContentType! }
type ProductCreatePayload { product: Product userErrors: [UserError!]! }
type ProductUpdatePayload { product: Product userErrors: [UserError!]! }
type ProductDuplicatePayload { newProduct: Product userErrors: [UserError!]! }
input ProductDeleteInput { id: ID! }
type ProductDeletePayload { deletedProductId: ID userErrors: [UserError!]! }
input ProductVariantsBulkInput { optionValues: [VariantOptionValueInput!] price: Money compareAtPrice: Money barcode: String taxable: Boolean inventoryPolicy: ProductVariantInventoryPolicy }
type ProductVariantsBulkCreateUserError { field: [String!] message: String! code: ProductVariantsBulkCreateUserErrorCode }
type ProductVariantsBulkCreatePayload { product: Product productVariants: [ProductVariant!] userErrors: [ProductVariantsBulkCreateUserError!]! }
input MoneyInput { amount: Decimal! currencyCode: CurrencyCode! }
input PriceListPriceInput { variantId: ID! price: MoneyInput! compareAtPrice: MoneyInput }
type PriceListPrice { price: MoneyV2! variant: ProductVariant! }
type PriceListPriceUserError { field: [String!] message: String! code: PriceListFixedPricesAddUserErrorCode }
type PriceListFixedPricesAddPayload { prices: [PriceListPrice!] userErrors: [PriceListPriceUserError!]! }
input PublicationInput { publicationId: ID }
type PublishablePublishPayload { userErrors: [UserError!]! }

type Mutation {
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeActivate(id: ID!): DiscountCodeActivatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  discountCodeDelete(id: ID!): DiscountCodeDeletePayload
  productSet(input: ProductSetInput!, synchronous: Boolean = true, identifier: ProductSetIdentifiers): ProductSetPayload
  productCreate(product: ProductCreateInput, media: [CreateMediaInput!]): ProductCreatePayload
  productUpdate(product: ProductUpdateInput): ProductUpdatePayload
  productDuplicate(productId: ID!, newTitle: String!, newStatus: ProductStatus, includeImages: Boolean = false): ProductDuplicatePayload
  productDelete(input: ProductDeleteInput!): ProductDeletePayload
  productVariantsBulkCreate(productId: ID!, variants: [ProductVariantsBulkInput!]!, strategy: ProductVariantsBulkCreateStrategy = DEFAULT): ProductVariantsBulkCreatePayload
  priceListFixedPricesAdd(priceListId: ID!, prices: [PriceListPriceInput!]!): PriceListFixedPricesAddPayload
  publishablePublish(id: ID!, input: [PublicationInput!]!): PublishablePublishPayload
}

schema { query: QueryRoot mutation: Mutation }`

export function loadAdminSchema(): GraphQLSchema {
  return buildSchema(SDL, { assumeValid: true })
}
