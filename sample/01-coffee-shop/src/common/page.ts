import type { PageQueryDto } from './page-query.dto.js';

export interface Page<Entry> {
  items: Entry[];
  total: number;
  page: number;
  pages: number;
}

export function toPage<Entry>([items, total]: [Entry[], number], query: PageQueryDto): Page<Entry> {
  return { items, total, page: query.page, pages: Math.ceil(total / query.limit) };
}

export function pageWindow({ page, limit }: PageQueryDto): { skip: number; take: number } {
  return { skip: (page - 1) * limit, take: limit };
}
