/** Refuses requests whose headers do not fit, before anything else is looked at. */
import type { MiddlewareHandler } from 'hono';
import type { Rooms } from '../../engine.ts';
import type { ApiEnv } from './environment.ts';
import { ApiError } from './errors.ts';
import { asksForPreview } from './media-types.ts';

/** As the original answers (facts.md): text, not JSON. */
const NO_USER_AGENT =
  'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.';

/** 403 over the network without a User-Agent; 415 where the installation insists on the preview media type. */
export function refuseUnfit(engine: Rooms<'settings'>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (c.env.sender !== null && !c.req.header('user-agent')) {
      return c.body(`${NO_USER_AGENT}\n`, 403, { 'Content-Type': 'text/html; charset=utf-8' });
    }
    const preview = c.get('operation')?.preview;
    // The window's own requests are no program that must say what it expects.
    const refused = preview !== undefined && c.env.identity === null && engine.settings.values.preview_required;
    if (refused && !asksForPreview(c.req.header('accept'), preview)) {
      throw new ApiError(
        415,
        `Migrations are in preview: send the header Accept: application/vnd.github.${preview}-preview+json. An owner of this installation can switch this refusal off in the settings (preview_required).`,
      );
    }
    return next();
  };
}
