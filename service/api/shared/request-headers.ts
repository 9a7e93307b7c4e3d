/** Refuses requests whose headers do not fit, before anything else is looked at. */
import type { MiddlewareHandler } from 'hono';
import type { Engine } from '../../engine.ts';
import type { ApiEnv } from './context.ts';
import { ApiError } from './errors.ts';
import { asksForPreview } from './media-types.ts';

/** As the original answers (facts.md): text, not JSON. */
const NO_USER_AGENT =
  'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.';
const PREVIEW = 'wyandotte';
/**
 * The operations of service.md that need the preview: all but the two starts, which recommend v3. What stands beside
 * them here (cancel, retry, unlocking all) needs nothing.
 */
const PREVIEWED: [method: string, path: RegExp][] = [
  ['GET', /\/(orgs\/[^/]+|user)\/migrations(\/[^/]+(\/(archive|repositories))?)?$/],
  ['DELETE', /\/(orgs\/[^/]+|user)\/migrations\/[^/]+\/(archive|repos\/[^/]+\/lock)$/],
];

/** 403 over the network without a User-Agent; 415 where the installation insists on the preview media type. */
export function refuseUnfit(engine: Engine): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.env.sender !== null && !c.req.header('user-agent')) {
      return c.body(`${NO_USER_AGENT}\n`, 403, { 'Content-Type': 'text/html; charset=utf-8' });
    }
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const previewed = PREVIEWED.some(([one, path]) => one === method && path.test(c.req.path));
    // The window's own requests are no program that must say what it expects.
    const refused = previewed && c.env.identity === null && engine.settings.values.preview_required;
    if (refused && !asksForPreview(c.req.header('accept'), PREVIEW)) {
      throw new ApiError(
        415,
        `Migrations are in preview: send the header Accept: application/vnd.github.${PREVIEW}-preview+json. An owner of this installation can switch this refusal off in the settings (preview_required).`,
      );
    }
    return next();
  };
}
