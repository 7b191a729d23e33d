import { Injectable } from '@nestjs/common';
import type { Catalog } from './catalog.js';

/** Where the rest of the application finds the catalog, once the routes are known. */
@Injectable()
export class CatalogHolder {
  catalog?: Catalog;
}
