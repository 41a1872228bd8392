/** The API as most back ends are built: NestJS on Express, TypeORM, class-validator. */
import "reflect-metadata"
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Module, ValidationPipe } from "@nestjs/common"
import { APP_FILTER, APP_GUARD, APP_PIPE, NestFactory } from "@nestjs/core"
import type { NestExpressApplication } from "@nestjs/platform-express"
import { TypeOrmModule } from "@nestjs/typeorm"
import type { NextFunction, Request, Response } from "express"
import { databaseUrl, requestIdOf } from "../shared.ts"
import { activity } from "./activity.ts"
import { ApiKeyGuard } from "./auth.ts"
import { entities } from "./entities.ts"
import { leads } from "./leads.ts"
import { reads } from "./reads.ts"

@Catch()
class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost) {
    const status = error instanceof HttpException ? error.getStatus() : 500
    if (status >= 500) console.error(error)
    const response = host.switchToHttp().getResponse<Response>()
    const detail = status < 500 && error instanceof Error ? error.message : "Something went wrong"
    const request_id = response.getHeader("x-request-id")
    response.status(status).type("application/problem+json").send(JSON.stringify({ status, detail, request_id }))
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({ type: "postgres", url: databaseUrl, poolSize: 10, entities, retryAttempts: 0 }),
    TypeOrmModule.forFeature(entities)
  ],
  controllers: [...leads.controllers, ...reads.controllers, ...activity.controllers],
  providers: [
    ...leads.providers,
    ...reads.providers,
    ...activity.providers,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true })
    }
  ]
})
// oxlint-disable-next-line typescript/no-extraneous-class -- it is all in the decorator
class AppModule {}

const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ["error"] })
app.useBodyParser("json", { limit: "25mb" })
app.disable("etag")
app.use((request: Request, response: Response, next: NextFunction) => {
  response.setHeader("X-Request-Id", requestIdOf(request.headers["x-request-id"]))
  response.setHeader("Cache-Control", "no-store")
  response.setHeader("X-Content-Type-Options", "nosniff")
  next()
})
await app.listen(0, "127.0.0.1")
console.log(`Listening on ${await app.getUrl()}`)
process.once("SIGTERM", () => process.exit())
