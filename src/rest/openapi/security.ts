// How the OpenAPI document says that a token is needed, in multi-user mode.

import type { JsonObject } from './schemas.js';

/** The one scheme (RFC 6750 section 2.1); Swagger UI's Authorize asks for the token by it. */
export const BEARER_SCHEME: JsonObject = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'creel_ and 36 letters and digits',
  description:
    "An API token, made in the administration panel or by `creel token create`, in the `Authorization` header: `Bearer creel_…`. It stands for one owner and reads that owner's records only.",
};
