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
enum ProductStatus { ACTIVE ARCHIVED DRAFT }
enum ProductVariantInventoryPolicy { CONTINUE DENY }
enum FileContentType { EXTERNAL_VIDEO FILE IMAGE MODEL_3D VIDEO }
enum DiscountStatus { ACTIVE EXPIRED SCHEDULED }
enum DiscountErrorCode { INVALID TAKEN }
enum ProductSetUserErrorCode { HANDLE_NOT_UNIQUE INVALID_INPUT }
enum PriceListFixedPricesAddUserErrorCode { PRICE_LIST_NOT_FOUND PRICE_LIST_CURRENCY_MISMATCH VARIANT_NOT_FOUND }

type PageInfo { hasNextPage: Boolean! endCursor: String }
type UserError { field: [String!] message: String! }
type Image { id: ID url: URL! altText: String width: Int height: Int }
interface Media { id: ID! }
type MediaImage implements Media { id: ID! image: Image }
type MediaConnection { nodes: [Media!]! pageInfo: PageInfo! }
type SelectedOption { name: String! value: String! }
type ProductOptionValue { name: String! }
type ProductOption { name: String! position: Int! optionValues: [ProductOptionValue!]! }
type ProductVariant {
  id: ID! title: String! price: Money! compareAtPrice: Money sku: String taxable: Boolean!
  inventoryPolicy: ProductVariantInventoryPolicy! inventoryItem: InventoryItem! selectedOptions: [SelectedOption!]!
}
type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
type Product {
  id: ID! title: String! handle: String! descriptionHtml: HTML! vendor: String! productType: String! tags: [String!]!
  status: ProductStatus! options: [ProductOption!]!
  media(first: Int, after: String): MediaConnection!
  variants(first: Int, after: String): ProductVariantConnection!
}
type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }
type PriceList { id: ID! currency: CurrencyCode! }
type PriceListConnection { nodes: [PriceList!]! pageInfo: PageInfo! }
type App { handle: String title: String! }
type AppConnection { nodes: [App!]! pageInfo: PageInfo! }
interface Catalog { id: ID! }
type AppCatalog implements Catalog { id: ID! apps(first: Int, after: String): AppConnection! }
type Publication { id: ID! catalog: Catalog }
type AppInstallation { publication: Publication }
type InventoryItem { tracked: Boolean! }
type PublicationConnection { nodes: [Publication!]! pageInfo: PageInfo! }
type Shop { currencyCode: CurrencyCode! }

type DiscountPercentage { percentage: Float! }
union DiscountCustomerGetsValue = DiscountPercentage
type AllDiscountItems { allItems: Boolean! }
type DiscountProducts { productVariants(first: Int, after: String): ProductVariantConnection! }
union DiscountItems = AllDiscountItems | DiscountProducts
type DiscountCustomerGets { value: DiscountCustomerGetsValue! items: DiscountItems! }
type DiscountCodeBasic { status: DiscountStatus! usageLimit: Int asyncUsageCount: Int! customerGets: DiscountCustomerGets! }
union DiscountCode = DiscountCodeBasic
type DiscountCodeNode { id: ID! codeDiscount: DiscountCode! }
type DiscountUserError { field: [String!] message: String! code: DiscountErrorCode }

type QueryRoot {
  shop: Shop!
  currentAppInstallation: AppInstallation!
  products(first: Int, after: String): ProductConnection!
  product(id: ID!): Product
  priceLists(first: Int, after: String): PriceListConnection!
  publications(first: Int, after: String): PublicationConnection!
  codeDiscountNodeByCode(code: String!): DiscountCodeNode
}

input DiscountCustomerGetsValueInput { percentage: Float }
input DiscountProductsInput { productVariantsToAdd: [ID!] }
input DiscountItemsInput { products: DiscountProductsInput }
input DiscountCustomerGetsInput { value: DiscountCustomerGetsValueInput items: DiscountItemsInput }
input DiscountCustomerSelectionInput { all: Boolean }
input DiscountCombinesWithInput { orderDiscounts: Boolean = false productDiscounts: Boolean = false shippingDiscounts: Boolean = false }
input DiscountCodeBasicInput {
  title: String code: String startsAt: DateTime usageLimit: Int appliesOncePerCustomer: Boolean
  customerSelection: DiscountCustomerSelectionInput customerGets: DiscountCustomerGetsInput
  combinesWith: DiscountCombinesWithInput
}
type DiscountCodeBasicCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeactivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }

input OptionValueSetInput { id: ID name: String }
input OptionSetInput { id: ID name: String position: Int values: [OptionValueSetInput!] }
input VariantOptionValueInput { id: ID name: String optionId: ID optionName: String }
input FileSetInput { id: ID originalSource: String alt: String contentType: FileContentType filename: String }
input InventoryItemInput { tracked: Boolean }
input ProductVariantSetInput {
  optionValues: [VariantOptionValueInput!]! price: Money compareAtPrice: Money sku: String
  taxable: Boolean inventoryPolicy: ProductVariantInventoryPolicy inventoryItem: InventoryItemInput
}
input ProductSetInput {
  id: ID title: String handle: String descriptionHtml: String vendor: String productType: String status: ProductStatus
  tags: [String!] productOptions: [OptionSetInput!] variants: [ProductVariantSetInput!] files: [FileSetInput!]
}
type ProductSetUserError { field: [String!] message: String! code: ProductSetUserErrorCode }
type ProductSetPayload { product: Product userErrors: [ProductSetUserError!]! }
input ProductUpdateInput { id: ID status: ProductStatus tags: [String!] }
type ProductUpdatePayload { userErrors: [UserError!]! }
input ProductDeleteInput { id: ID! }
type ProductDeletePayload { deletedProductId: ID userErrors: [UserError!]! }
input MoneyInput { amount: Decimal! currencyCode: CurrencyCode! }
input PriceListPriceInput { variantId: ID! price: MoneyInput! }
type PriceListPriceUserError { field: [String!] message: String! code: PriceListFixedPricesAddUserErrorCode }
type PriceListFixedPricesAddPayload { userErrors: [PriceListPriceUserError!]! }
input PublicationInput { publicationId: ID }
type PublishablePublishPayload { userErrors: [UserError!]! }

type Mutation {
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  productSet(input: ProductSetInput!, synchronous: Boolean = true): ProductSetPayload
  productUpdate(product: ProductUpdateInput): ProductUpdatePayload
  productDelete(input: ProductDeleteInput!): ProductDeletePayload
  priceListFixedPricesAdd(priceListId: ID!, prices: [PriceListPriceInput!]!): PriceListFixedPricesAddPayload
  publishablePublish(id: ID!, input: [PublicationInput!]!): PublishablePublishPayload
}

schema { query: QueryRoot mutation: Mutation }`

export function loadAdminSchema(): GraphQLSchema {
  return buildSchema(SDL, { assumeValid: true })
}
