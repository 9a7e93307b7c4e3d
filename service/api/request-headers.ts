/** Refuses requests whose headers do not fit, before anything else is looked at. */
import type { MiddlewareHandler } from 'hono';
import type { Engine } from '../engine.ts';
import type { ApiEnv } from './context.ts';
import { ApiError } from './errors.ts';
import { asksForPreview } from './media-types.ts';

/** As the original answers (facts.md): text, not JSON. */
const NO_USER_AGENT =
  'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.';
const PREVIEW = 'wyandotte';

/** 403 over the network without a User-Agent; 415 where the installation insists on the preview media type. */
export function refuseUnfit(engine: Engine): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.env.sender !== null && !c.req.header('user-agent')) {
      return c.body(`${NO_USER_AGENT}\n`, 403, { 'Content-Type': 'text/html; charset=utf-8' });
    }
    // service.md "Endpoints": the two starts recommend v3, the other migration operations require the preview.
    const migrations = /\/(orgs\/[^/]+|user)\/migrations(\/|$)/.test(c.req.path) && c.req.method !== 'POST';
    if (migrations && engine.settings.values.preview_required && !asksForPreview(c.req.header('accept'), PREVIEW)) {
      throw new ApiError(
        415,
        `This installation answers migrations only with the header Accept: application/vnd.github.${PREVIEW}-preview+json.`,
      );
    }
    return next();
  };
}
