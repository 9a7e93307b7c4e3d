/** Routes by their definitions. Nothing is mounted that does not say who may call it. */
import { OpenAPIHono, type RouteConfig, type RouteHandler } from '@hono/zod-openapi';
import type { Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ApiEnv } from './environment.ts';
import { ApiError, refuseInvalid } from './errors.ts';
import type { Operation } from './operation.ts';

/** An operation and the path that the router finds it by. */
export interface Mounted<Known extends Operation = Operation> {
  operation: Known;
  routingPath: string;
}

/** Routes of one resource. The type argument is the union of its operations, which the typed client is made from. */
export class Router<Known extends Operation = never> {
  readonly hono: OpenAPIHono<ApiEnv>;
  readonly mounted: readonly Mounted<Known>[];
  constructor(hono: OpenAPIHono<ApiEnv>, mounted: readonly Mounted<Known>[]) {
    this.hono = hono;
    this.mounted = mounted;
  }

  /** Adds an operation. Requests are validated by its definition before the handler sees them. */
  on<Definition extends Operation>(
    operation: Definition,
    handler: RouteHandler<Definition, ApiEnv>,
  ): Router<Known | Definition> {
    // The handler's type is checked above; the library's own cannot be resolved while the definition is a parameter.
    this.hono.openapi(documented(operation), handler as never);
    return this.with(operation, operation.path.replaceAll(/\/{(.+?)}/g, '/:$1'));
  }

  /** Adds an operation whose path the document's templates cannot say. @param routingPath as the router takes it */
  onPath<Definition extends Operation, Path extends string>(
    operation: Definition,
    routingPath: Path,
    handler: Handler<ApiEnv, Path>,
  ): Router<Known | Definition> {
    if (operation.hide !== true) this.hono.openAPIRegistry.registerPath(documented(operation));
    this.hono.on(operation.method, routingPath, handler);
    return this.with(operation, routingPath);
  }

  /** Adds the routes of another router. */
  and<Other extends Operation>(other: Router<Other>): Router<Known | Other> {
    this.hono.route('/', other.hono);
    return new Router<Known | Other>(this.hono, [...this.mounted, ...other.mounted]);
  }

  private with<Definition extends Operation>(operation: Definition, routingPath: string): Router<Known | Definition> {
    return new Router<Known | Definition>(this.hono, [...this.mounted, { operation, routingPath }]);
  }
}

/** A router with the API's validation answers; one for each resource. */
export function router(): Router {
  return new Router(new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid }), []);
}

/** The operations behind a router's type. */
export type OperationsOf<Routes> = Routes extends { readonly mounted: readonly { readonly operation: infer Known }[] }
  ? Known
  : never;

/** What of a definition stands in the OpenAPI document. */
function documented({ access, resource, category, preview, textBody, ...route }: Operation): RouteConfig {
  return route;
}

/**
 * Finds the operation that a request asks for before anything is decided about it.
 * @param mounted with paths below `basePath`
 * @throws ApiError 403 for a route that does not say who may call it
 */
export function findOperation(mounted: () => readonly Mounted[], basePath: string): MiddlewareHandler<ApiEnv> {
  let byRoute: Map<string, Operation> | undefined;
  return async (c, next) => {
    byRoute ??= new Map(
      mounted().map((each) => [keyOf(each.operation.method, basePath + each.routingPath), each.operation]),
    );
    const [asked] = matchedRoutes(c).filter(({ method }) => method !== 'ALL');
    if (asked === undefined) return next();
    const operation = byRoute.get(keyOf(asked.method, asked.path));
    if (operation?.access === undefined) {
      throw new ApiError(403, 'This operation does not say who may call it, so nobody may. Report this.');
    }
    c.set('operation', operation);
    return next();
  };
}

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}
