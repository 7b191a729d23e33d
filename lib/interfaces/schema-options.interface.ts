/**
 * How schemas are written.
 *
 * @publicApi
 */
export interface McpSchemaOptions {
  /**
   * Whether schemas name their dialect: `"$schema": "https://json-schema.org/draft/2020-12/schema"`. Some clients refuse
   * a dialect that they do not know, and take the same schema without the name.
   *
   * @default true
   */
  dialect?: boolean;
}
