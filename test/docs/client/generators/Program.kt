import com.squareup.moshi.Moshi
import java.time.LocalDate
import org.openapitools.client.apis.CompaniesApi
import org.openapitools.client.apis.WatchListApi
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.Serializer
import org.openapitools.client.models.ApiError
import org.openapitools.client.models.Change
import org.openapitools.client.models.CompaniesRequest
import org.openapitools.client.apis.CompaniesApi.StatusSearchCompanies
import org.openapitools.client.models.WatchListChange

val baseUrl: String = System.getenv("BASE_URL")

fun authorize(variable: String) {
    ApiClient.accessToken = System.getenv(variable)
}

fun refuse(variable: String, idno: String): ClientError<*> {
    authorize(variable)
    try {
        CompaniesApi(baseUrl).getCompany(idno)
    } catch (refusal: ClientException) {
        return refusal.response as ClientError<*>
    }
    error("not refused")
}

fun toError(refusal: ClientError<*>): String =
    Serializer.moshi.adapter(ApiError::class.java).fromJson(refusal.body as String)!!.error

fun main(arguments: Array<String>) {
    val (idno, unknown, from) = arguments
    authorize("API_KEY")
    val api = CompaniesApi(baseUrl)
    val watchList = WatchListApi(baseUrl)
    val company = api.getCompany(idno)
    val batch = api.getCompanies(CompaniesRequest(listOf(idno, unknown)))
    var found = 0
    var after: String? = null
    do {
        val page = api.searchCompanies(status = StatusSearchCompanies.activa, limit = 50, after = after)
        found += page.companies.size
        after = page.next
    } while (after != null)
    var page = api.listChanges(from = LocalDate.parse(from), limit = 2)
    var changes = page.changes.count { it.kind == Change.Kind.created }
    while (page.more) {
        page = api.listChanges(after = page.next, limit = 2)
        changes += page.changes.count { it.kind == Change.Kind.created }
    }
    watchList.watchCompany(idno)
    val outcome = watchList.changeWatchList(WatchListChange(add = listOf(unknown)))
    watchList.unwatchCompany(idno)
    val watched = watchList.getWatchList().idnos
    watchList.unwatchCompany(unknown)
    val limited = refuse("USED_UP_KEY", idno)
    val refusals = listOf(refuse("WRONG_KEY", idno), refuse("NO_PLAN_KEY", idno), refuse("API_KEY", unknown), limited)
    val output = mapOf(
        "name" to company.name,
        "batch" to batch.companies.map { it?.name },
        "found" to found,
        "changes" to changes,
        "added" to outcome.added,
        "watched" to watched,
        "errors" to refusals.map(::toError),
        "retryAfter" to limited.headers["retry-after"]!!.first().toInt(),
    )
    println(Moshi.Builder().build().adapter(Any::class.java).serializeNulls().toJson(output))
}
