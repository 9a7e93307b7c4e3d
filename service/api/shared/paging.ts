import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { Listing, ListRange } from '../../store/listing.ts';
import { API_PATH } from '../../vocabulary/api-path.ts';
import { baseUrl } from './links.ts';

/** `page` and `per_page`; values out of range are brought into it, as the original service does. */
export const pageQuery = z.object({
  page: z.string().optional().openapi({ description: 'Page number, from 1.', example: '1' }),
  per_page: z.string().optional().openapi({ description: 'Results per page, at most 100. Default 30.', example: '30' }),
});

export interface Page {
  limit: number;
  offset: number;
  number: number;
}

/** More than any list has; offsets made of it are still whole numbers. */
const MOST = 1e9;

function whole(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d+$/.test(text) && Number(text) > 0 ? Math.min(Number(text), MOST) : fallback;
}

/** @param longest most results a page */
export function readPage(query: z.infer<typeof pageQuery>, longest = 100): Page {
  const limit = Math.min(whole(query.per_page, 30), longest);
  const number = whole(query.page, 1);
  return { limit, number, offset: (number - 1) * limit };
}

/** The rows of the page that a query asks for; sets the `Link` header. */
export function readListing<Row>(
  c: Context,
  query: z.infer<typeof pageQuery>,
  list: (range: ListRange) => Listing<Row>,
): Row[] {
  const page = readPage(query);
  const { rows, total } = list({ limit: page.limit, offset: page.offset });
  linkPages(c, page, total);
  return rows;
}

/** Sets the `Link` header (RFC 8288) when there is more than one page. */
export function linkPages(c: Context, page: Page, total: number): void {
  const last = Math.max(1, Math.ceil(total / page.limit));
  const link = (number: number, rel: string) => {
    const url = new URL(c.req.url);
    url.searchParams.set('page', String(number));
    return `<${baseUrl(c.req.raw)}${url.pathname.slice(API_PATH.length)}${url.search}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (page.number < last) links.push(link(page.number + 1, 'next'), link(last, 'last'));
  if (page.number > 1) links.push(link(1, 'first'), link(Math.min(page.number - 1, last), 'prev'));
  if (links.length > 0) c.header('Link', links.join(', '));
}
