import { Body } from '@nestjs/common';
import type { PipeTransform, Type } from '@nestjs/common';

type Pipe = Type<PipeTransform> | PipeTransform;

/**
 * The arguments of a call, for methods of providers, which have no path, query or body to take them from. Pipes treat
 * them as a request's body.
 *
 * @param property one argument; without it the parameter takes all of them, and its class says what they are
 *
 * @example
 * ```ts
 * @Injectable()
 * export class WeatherTools {
 *   @McpTool()
 *   forecast(@McpArgs() { city, days }: ForecastDto) {}
 *
 *   @McpTool()
 *   current(@McpArgs('city') city: string) {}
 * }
 * ```
 *
 * @publicApi
 */
export function McpArgs(...pipes: Pipe[]): ParameterDecorator;
export function McpArgs(property: string, ...pipes: Pipe[]): ParameterDecorator;
export function McpArgs(first?: string | Pipe, ...pipes: Pipe[]): ParameterDecorator {
  return typeof first === 'string' ? Body(first, ...pipes) : Body(...(first ? [first, ...pipes] : pipes));
}
